/**
 * Seeds that once showed a failure, or that show a planted error; every campaign of the load `anything` begins with them.
 * They are of the plan as it is drawn now: whoever changes `draw-plan.ts` looks for such seeds anew.
 */
export const REGRESSIONS: readonly number[] = [
  10, // slots of the rate budget, freed by the time of sending
  106, // a number that might have been ours, of which nobody was told
  177, // a reply to an earlier claim, taken for that of a lost one
  263, // an order that no enquiry ever came to
  568, // a scope that was never taken back, because its trial was always answered by a 500
  993, // units changed elsewhere, just before a cancel
  287, // a number of before, seen in an answer that was asked for before and came after
  494, // the same, of an order that was then sent a second time
  600, // the same, after a restart
  658, // a broken reply, taken for a list without a row
  659, // a success under another reference, taken for nothing
  1416, // another desk's filled order of other units, taken for one that was refused
  2001, // a number that an edit had replaced, whose "Cancelled" was taken for the order's
  2069, // orders that were accepted while the desk was stopping, and sent before a cancel
  3035, // a cancel that waited for a pass to end, while the desk was stopping
  3263, // units changed elsewhere before all of ours were traded, and nobody told
  6281, // a list that says what no enquiry would, of which nobody was told
  6432, // a side in a word of its own, for which the number was taken for nobody's
  12725, // an edited order that ended with its day, and was taken for one that never was
  13381, // an edit that waits with its post for a person, taken for one that is stuck
  18534, // a filled order, shown with other units under a word that nobody has explained
  31173, // a trade without a matching id, of an order that was filled without it
  19342, // an order that was replaced while nobody knew what became of its edit
  46372, // units changed elsewhere just before a cancel, while an edit of ours was unknown, and nobody told
  3789020, // an edit, taken for refused by what another order under its number had become
  3722208, // a price that trades showed otherwise, made certain by a BasePrice that showed ours
  51606, // another desk's working order listed under our number, and a cancel sent by it
  52310, // a lost post, ruled out by what another order under its number had traded
  52330, // an acknowledged cancel that was not done, listed under a word that nobody has explained
  57735, // two working orders listed under one number, and ours taken for the other
  58352, // an edit acknowledged under another order's number, and a cancel sent by the old one
  200544, // a lost post, ruled out by a trade of another account under its number
  3987822, // a lost edit, called refused, whose order was cancelled under a number that nothing had shown
  3987837, // a lost post, given the number of an edit that had made another order like it
  80020, // a week: a number that people named without its zeros, and nobody told that nothing answers to it
];
