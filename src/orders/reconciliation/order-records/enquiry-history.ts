/** What earlier enquiries of the order have shown. It is lost with the process, which costs time and no evidence. */
export interface EnquiryHistory {
  /** Enquiries in a row without a record, where a list lacks the order or shows it differently. */
  readonly silences: number;
  /** Enquiries in a row that failed while a list showed the order differently. */
  readonly unexplained: number;
  /** Lists in a row that have contradicted what enquiries showed, or about which no enquiry was answered. */
  readonly contradicted: number;
  /** How often the exchange has said, after the order's day, that it has no record. */
  readonly unseen: number;
  /** Answers, since both have shown it, by which only the list, or only an enquiry, shows the order. */
  readonly disputed: number;
  /** When the lists of the first and the last of them were asked for, in database time. */
  readonly disputedSince: number;
  readonly disputedUntil: number;
}

export const NO_HISTORY: EnquiryHistory = {
  silences: 0,
  unexplained: 0,
  contradicted: 0,
  unseen: 0,
  disputed: 0,
  disputedSince: 0,
  disputedUntil: 0,
};
