// Generated from /openapi.json by `npm run api`.
export interface paths {
  '/v1/api-keys': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['ApiKeys_list'];
    put?: never;
    post: operations['ApiKeys_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/api-keys/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['ApiKeys_revoke'];
    options?: never;
    head?: never;
    patch: operations['ApiKeys_setExpiry'];
    trace?: never;
  };
  '/v1/api-keys/{id}/rotate': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['ApiKeys_rotate'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/persons': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Persons_list'];
    put?: never;
    post: operations['Persons_create'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/persons/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Persons_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['Persons_change'];
    trace?: never;
  };
  '/v1/session': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Session_show'];
    put?: never;
    post: operations['Session_signIn'];
    delete: operations['Session_signOut'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/options': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Oidc_options'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/oidc': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Oidc_start'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/session/oidc/callback': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Oidc_finish'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/break-settings': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['BreakSettings_get'];
    put: operations['BreakSettings_set'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/sectors': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_sectors'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/sectors/{sector}/companies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_companiesOfSector'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/companies': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_companies'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/companies/{symbol}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_company'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/companies/{symbol}/data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_dataOfCompany'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/data': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_dataOfCompanies'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/order-book/{symbol}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_orderBook'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/quotes/{symbol}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_quote'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/snapshot': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_snapshotOfToday'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/snapshot/summary': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_snapshotOfRange'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/vwap': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_vwap'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/corporate-actions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_actions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/market/disclosures': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Market_disclosures'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exchange/orders/{orderNumber}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Exchange_order'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exchange/brokers/{code}/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Exchange_broker'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exchange/accounts/{number}/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Exchange_account'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exchange/trades': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Exchange_trades'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/trading-calendar': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['TradingCalendar_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/trading-calendar/{date}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['TradingCalendar_day'];
    put: operations['TradingCalendar_set'];
    post?: never;
    delete: operations['TradingCalendar_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/trading-days': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['TradingDays_days'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/trading-days/{date}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['TradingDays_day'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/trading-days/{date}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['TradingDays_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/trading-days/{date}/sign-offs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['TradingDays_signOff'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exchange/status-words': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['StatusMappings_now'];
    put: operations['StatusMappings_propose'];
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exchange/status-words/versions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['StatusMappings_versions'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exchange/status-words/{version}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['StatusMappings_approve'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exchange/status-words/{version}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['StatusMappings_reject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reconciliation/runs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Reconciliation_runs'];
    put?: never;
    post: operations['Reconciliation_run'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/reconciliation/runs/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Reconciliation_one'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Audit_events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/names': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Audit_names'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/export': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Audit_export'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/checkpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Audit_checkpoints'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/signed-checkpoints': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Audit_signedCheckpoints'];
    put?: never;
    post: operations['Audit_sign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/proofs': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Audit_proof'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/verifications': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Audit_verify'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/stream': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Stream_stream'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/exports': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['AuditExports_list'];
    put?: never;
    post: operations['AuditExports_ask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/exports/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['AuditExports_show'];
    put?: never;
    post?: never;
    delete: operations['AuditExports_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/exports/{id}/file': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['AuditExports_file'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/unknown-outcomes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['AuditQuestions_unknownOutcomes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/overrides': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['AuditReports_overrides'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/handled-orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['AuditQuestions_handledOrders'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/best-execution': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['BestExecution_bestExecution'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/saved-questions': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['SavedQuestions_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/audit/saved-questions/{name}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations['SavedQuestions_save'];
    post?: never;
    delete: operations['SavedQuestions_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/legal-holds': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['LegalHolds_list'];
    put?: never;
    post: operations['LegalHolds_place'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/legal-holds/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post?: never;
    delete: operations['LegalHolds_release'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['OrderQueries_list'];
    put?: never;
    post: operations['OrderEntry_post'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['OrderQueries_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch: operations['OrderEntry_edit'];
    trace?: never;
  };
  '/v1/orders/{id}/events': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['OrderQueries_events'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{id}/fills': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['OrderQueries_fills'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{id}/unmask': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['OrderQueries_unmask'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{id}/calls': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['OrderQueries_calls'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/clients': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Clients_clients'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{id}/report': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['OrderReport_report'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{id}/cancel': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['OrderEntry_cancel'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{id}/enquire': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['OrderEntry_enquire'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/order-limits': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['OrderLimits_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/order-limits/{owners}/{owner}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put: operations['OrderLimits_set'];
    post?: never;
    delete: operations['OrderLimits_remove'];
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/order-terms': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['OrderTerms_get'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/breaks/bulk': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['BreakBulk_bulk'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/breaks': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Breaks_breaks'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/breaks/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Breaks_break'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/breaks/{id}/assign': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Breaks_assign'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/breaks/{id}/comments': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Breaks_comment'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/breaks/{id}/resolve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Breaks_resolve'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/breaks/{id}/reopen': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Breaks_reopen'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/breaks/{id}/recheck': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Breaks_recheck'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/orders/{id}/candidates': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Breaks_candidates'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Breaks_approvals'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Breaks_approval'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/approve': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Breaks_approve'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/reject': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Breaks_reject'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/approvals/{id}/withdraw': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Breaks_withdraw'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ops/status': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Ops_status'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ops/pause': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Ops_pause'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ops/resume': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get?: never;
    put?: never;
    post: operations['Ops_resume'];
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/ops/exchange-shapes': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Ops_shapes'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/v1/exchange/calls': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['ExchangeCalls_list'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/live': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Health_live'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/health/ready': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Health_ready'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
  '/metrics': {
    parameters: {
      query?: never;
      header?: never;
      path?: never;
      cookie?: never;
    };
    get: operations['Health_prometheus'];
    put?: never;
    post?: never;
    delete?: never;
    options?: never;
    head?: never;
    patch?: never;
    trace?: never;
  };
}
export type webhooks = Record<string, never>;
export interface components {
  schemas: {
    AcceptedGap: {
      breakId: components['schemas']['Id'];
      orderId: components['schemas']['Id'];
      matchedUnits: components['schemas']['Units'];
      bookedUnits: components['schemas']['Units'];
      text: components['schemas']['Text'] | null;
      closedBy: components['schemas']['ActorName'] | null;
    };
    AccessDeniedAgainEvent: {
      /** @constant */
      type: 'ACCESS_DENIED_AGAIN';
      body: components['schemas']['TimesDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ACCESS_DENIED_AGAIN';
    });
    AccessDeniedEvent: {
      /** @constant */
      type: 'ACCESS_DENIED';
      body: components['schemas']['DeniedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ACCESS_DENIED';
    });
    AccountNumber: string;
    ActorName: string;
    AdoptedTerms: {
      price: components['schemas']['Price'];
      timeInForce: string;
      accountNumber: components['schemas']['AccountNumber'];
      clientName: string;
    };
    ApiKey: {
      id: components['schemas']['Id'];
      name: components['schemas']['PersonName'];
      personId: components['schemas']['Id'] | null;
      scopes: string[];
      accounts: components['schemas']['BoundAccounts'];
      delegates: boolean;
      state: components['schemas']['KeyState'];
      createdBy: components['schemas']['ActorName'];
      createdAt: components['schemas']['Instant'];
      expiresAt: components['schemas']['Instant'] | null;
      lastUsedAt: components['schemas']['Instant'] | null;
      previousSecretUntil: components['schemas']['Instant'] | null;
      revokedAt: components['schemas']['Instant'] | null;
    };
    ApiKeyPage: {
      data: components['schemas']['ApiKey'][];
      page: components['schemas']['PagePlace'];
    };
    Approval: {
      id: components['schemas']['Id'];
      state: components['schemas']['ApprovalState'];
      breakId: components['schemas']['Id'];
      orderId: components['schemas']['Id'] | null;
      orderVersion: components['schemas']['Whole'] | null;
      payload: components['schemas']['ProposedDecision'];
      payloadHash: components['schemas']['MaskableSha256'];
      proposedBy: components['schemas']['ActorName'];
      proposedOnBehalfOf: components['schemas']['PersonName'] | null;
      proposedAt: components['schemas']['Instant'];
      expiresAt: components['schemas']['Instant'];
      decidedBy: components['schemas']['ActorName'] | null;
      decidedAt: components['schemas']['Instant'] | null;
      decision: components['schemas']['Text'] | null;
      others: components['schemas']['NumberCandidate'][];
    };
    ApprovalExpiredEvent: {
      /** @constant */
      type: 'APPROVAL_EXPIRED';
      body: components['schemas']['BreakDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'APPROVAL_EXPIRED';
    });
    ApprovalPage: {
      data: components['schemas']['Approval'][];
      page: components['schemas']['PagePlace'];
    };
    ApprovalRejectedEvent: {
      /** @constant */
      type: 'APPROVAL_REJECTED';
      body: components['schemas']['BreakDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'APPROVAL_REJECTED';
    });
    ApprovalStaleEvent: {
      /** @constant */
      type: 'APPROVAL_STALE';
      body: components['schemas']['BreakDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'APPROVAL_STALE';
    });
    /** @enum {string} */
    ApprovalState: 'Pending' | 'Approved' | 'Rejected' | 'Expired' | 'Stale' | 'Withdrawn';
    ApprovalWithdrawnEvent: {
      /** @constant */
      type: 'APPROVAL_WITHDRAWN';
      body: components['schemas']['BreakDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'APPROVAL_WITHDRAWN';
    });
    Asked: {
      what: string;
      accountNumber: components['schemas']['AccountNumber'] | null;
      answer: string;
    };
    Assignment: {
      at: components['schemas']['Instant'];
      by: components['schemas']['ActorName'];
      onBehalfOf: components['schemas']['PersonName'] | null;
      assignee: components['schemas']['PersonName'] | null;
    };
    AttributeScope:
      | {
          accountNumber: string;
        }
      | {
          security: string;
        };
    AuditExport: {
      id: components['schemas']['Id'];
      /** @enum {string} */
      state: 'Queued' | 'Running' | 'Done' | 'Failed';
      /** @enum {string} */
      format: 'ndjson' | 'csv' | 'parquet' | 'zip';
      filters: {
        [key: string]: string;
      };
      reached: components['schemas']['Whole'] | null;
      upTo: components['schemas']['Whole'] | null;
      entries: components['schemas']['Whole'] | null;
      bytes: components['schemas']['Whole'] | null;
      digest: components['schemas']['Sha256'] | null;
      reason: components['schemas']['Text'] | null;
      href: string;
      file: string;
      createdAt: components['schemas']['Instant'];
      finishedAt: components['schemas']['Instant'] | null;
    };
    AuditExportPage: {
      data: components['schemas']['AuditExport'][];
      page: components['schemas']['PagePlace'];
    };
    AuditExportedEvent: {
      /** @constant */
      type: 'AUDIT_EXPORTED';
      body: components['schemas']['ExportedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'AUDIT_EXPORTED';
    });
    AuditProof: {
      /** @enum {string} */
      kind: 'inclusion' | 'consistency';
      proof: string[];
      checkpoint: string;
      entry?: Record<string, never>;
      older?: string;
    };
    AuditReadAgainEvent: {
      /** @constant */
      type: 'AUDIT_READ_AGAIN';
      body: components['schemas']['ReadAgainDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'AUDIT_READ_AGAIN';
    });
    AuditReadEvent: {
      /** @constant */
      type: 'AUDIT_READ';
      body: components['schemas']['ReadDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'AUDIT_READ';
    });
    AuditedEvent: {
      order: components['schemas']['AuditedOrder'] | null;
      accountNumber: string | null;
    } & (
      | components['schemas']['FillEvent']
      | components['schemas']['AccessDeniedEvent']
      | components['schemas']['AccessDeniedAgainEvent']
      | components['schemas']['ApprovalExpiredEvent']
      | components['schemas']['ApprovalRejectedEvent']
      | components['schemas']['ApprovalStaleEvent']
      | components['schemas']['ApprovalWithdrawnEvent']
      | components['schemas']['AuditExportedEvent']
      | components['schemas']['AuditReadEvent']
      | components['schemas']['AuditReadAgainEvent']
      | components['schemas']['BackupMadeEvent']
      | components['schemas']['BreakAssignedEvent']
      | components['schemas']['BreakChangedEvent']
      | components['schemas']['BreakClosedEvent']
      | components['schemas']['BreakCommentedEvent']
      | components['schemas']['BreakOpenedEvent']
      | components['schemas']['BreakRecheckedEvent']
      | components['schemas']['BreakReopenedEvent']
      | components['schemas']['BreakResolutionProposedEvent']
      | components['schemas']['BreakResolutionRefusedEvent']
      | components['schemas']['BreakResolvedEvent']
      | components['schemas']['CalendarDayRemovedEvent']
      | components['schemas']['CalendarDaySetEvent']
      | components['schemas']['CancelAcknowledgedEvent']
      | components['schemas']['CancelContestedEvent']
      | components['schemas']['CancelNotSentEvent']
      | components['schemas']['CancelRefusedEvent']
      | components['schemas']['CancelReplacedEvent']
      | components['schemas']['CancelRequestedEvent']
      | components['schemas']['CancelSearchedEvent']
      | components['schemas']['CancelSentEvent']
      | components['schemas']['CancelThrottledEvent']
      | components['schemas']['CancelUnknownEvent']
      | components['schemas']['CancelWithdrawnEvent']
      | components['schemas']['CheckpointAskedEvent']
      | components['schemas']['ClientsRemovedEvent']
      | components['schemas']['ClientUnmaskedEvent']
      | components['schemas']['ClockSteppedEvent']
      | components['schemas']['CrossedEvent']
      | components['schemas']['DatabaseMovedEvent']
      | components['schemas']['DatabaseOlderThanCheckpointEvent']
      | components['schemas']['DayClosedEvent']
      | components['schemas']['DayHoldsAgainEvent']
      | components['schemas']['DayReadEvent']
      | components['schemas']['DayReopenedEvent']
      | components['schemas']['DaySignedEvent']
      | components['schemas']['DeskCaughtUpEvent']
      | components['schemas']['DeskPausedEvent']
      | components['schemas']['DeskResumedEvent']
      | components['schemas']['DoubtEndedEvent']
      | components['schemas']['DueTimesSetEvent']
      | components['schemas']['EditedBeforeSendingEvent']
      | components['schemas']['EditAcknowledgedEvent']
      | components['schemas']['EditNotSentEvent']
      | components['schemas']['EditRefusedEvent']
      | components['schemas']['EditRefusedByLimitEvent']
      | components['schemas']['EditRefusedByLimitAgainEvent']
      | components['schemas']['EditReplacedEvent']
      | components['schemas']['EditRequestedEvent']
      | components['schemas']['EditSearchedEvent']
      | components['schemas']['EditSentEvent']
      | components['schemas']['EditThrottledEvent']
      | components['schemas']['EditUnknownEvent']
      | components['schemas']['EditWithdrawnEvent']
      | components['schemas']['EvidenceNotBelievedEvent']
      | components['schemas']['ExchangeAskedEvent']
      | components['schemas']['ExchangeKeyAcceptedAgainEvent']
      | components['schemas']['ExchangeKeyRefusedEvent']
      | components['schemas']['ExchangeScopeAcceptedAgainEvent']
      | components['schemas']['ExchangeScopeRefusedEvent']
      | components['schemas']['FillReversedEvent']
      | components['schemas']['InstructionRefusedEvent']
      | components['schemas']['InstructionRefusedAgainEvent']
      | components['schemas']['KeyBoundToAccountEvent']
      | components['schemas']['KeyCreatedEvent']
      | components['schemas']['KeyExpirySetEvent']
      | components['schemas']['KeyRevokedEvent']
      | components['schemas']['KeyRotatedEvent']
      | components['schemas']['LateReplyEvent']
      | components['schemas']['LegalHoldPlacedEvent']
      | components['schemas']['LegalHoldReleasedEvent']
      | components['schemas']['MatchedUnitsChangedEvent']
      | components['schemas']['NumberConfirmedEvent']
      | components['schemas']['NumberDoubtedEvent']
      | components['schemas']['OrdersComparedEvent']
      | components['schemas']['OrderAdoptedEvent']
      | components['schemas']['OrderDoubtedEvent']
      | components['schemas']['OrderEnquiredEvent']
      | components['schemas']['OrderLimitsRemovedEvent']
      | components['schemas']['OrderLimitsSetEvent']
      | components['schemas']['OrderNumberLinkedEvent']
      | components['schemas']['OrderNumberUnlinkedEvent']
      | components['schemas']['OrderReceivedEvent']
      | components['schemas']['PersonChangedEvent']
      | components['schemas']['PersonCreatedEvent']
      | components['schemas']['PersonLinkedEvent']
      | components['schemas']['PostAcknowledgedEvent']
      | components['schemas']['PostNotSentEvent']
      | components['schemas']['PostRefusedEvent']
      | components['schemas']['PostRefusedByLimitEvent']
      | components['schemas']['PostRefusedByLimitAgainEvent']
      | components['schemas']['PostReplacedEvent']
      | components['schemas']['PostRequestedEvent']
      | components['schemas']['PostSearchedEvent']
      | components['schemas']['PostSentEvent']
      | components['schemas']['PostThrottledEvent']
      | components['schemas']['PostUnknownEvent']
      | components['schemas']['PostWithdrawnEvent']
      | components['schemas']['PriceDoubtedEvent']
      | components['schemas']['ProvenEvent']
      | components['schemas']['QuestionRemovedEvent']
      | components['schemas']['QuestionSavedEvent']
      | components['schemas']['QuotesRecordedEvent']
      | components['schemas']['RunsRemovedEvent']
      | components['schemas']['RunAskedEvent']
      | components['schemas']['ServiceStartedEvent']
      | components['schemas']['ServiceStoppedEvent']
      | components['schemas']['SignedInEvent']
      | components['schemas']['SignedOutEvent']
      | components['schemas']['SigningKeyCreatedEvent']
      | components['schemas']['SigningKeyRotatedEvent']
      | components['schemas']['StatusChangedEvent']
      | components['schemas']['StatusWordsApprovedEvent']
      | components['schemas']['StatusWordsExpiredEvent']
      | components['schemas']['StatusWordsProposedEvent']
      | components['schemas']['StatusWordsRejectedEvent']
      | components['schemas']['TermsChangedEvent']
      | components['schemas']['TradingDaysReadEvent']
      | components['schemas']['TrailVerifiedEvent']
      | components['schemas']['TrailVerifiedAgainEvent']
    );
    AuditedEventPage: {
      data: components['schemas']['AuditedEvent'][];
      page: components['schemas']['PagePlace'];
    };
    AuditedOrder: {
      id: components['schemas']['Id'];
      clientOrderId: string;
      orderNumber: components['schemas']['OrderNumber'] | null;
      side: components['schemas']['Side'];
      security: components['schemas']['Security'];
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
      accountNumber: string | null;
      clientName: string | null;
    };
    BackupDetails: {
      file: string;
      entries: components['schemas']['Whole'];
      encrypted: boolean;
    } & {
      [key: string]: unknown;
    };
    BackupMadeEvent: {
      /** @constant */
      type: 'BACKUP_MADE';
      body: components['schemas']['BackupDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BACKUP_MADE';
    });
    BestExecution: {
      orderId: components['schemas']['Id'];
      clientOrderId: string;
      accountNumber: string | null;
      tradingDate: components['schemas']['LagosDate'];
      side: components['schemas']['Side'];
      security: components['schemas']['Security'];
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
      status: components['schemas']['OrderStatus'];
      receivedAt: components['schemas']['Instant'];
      sentAt: components['schemas']['Instant'] | null;
      executions: components['schemas']['Executions'];
      quoteAtReceipt: components['schemas']['RecordedQuote'] | null;
      quoteAtSending: components['schemas']['RecordedQuote'] | null;
      quoteAfterSending: components['schemas']['RecordedQuote'] | null;
      lastQuoteOfDay: components['schemas']['RecordedQuote'] | null;
      againstQuote: components['schemas']['ExecutionQuality'] | null;
      againstDay: components['schemas']['ExecutionQuality'] | null;
    };
    BestExecutionPage: {
      data: components['schemas']['BestExecution'][];
      page: components['schemas']['PagePlace'];
    };
    BoundAccounts: string[] | null;
    Break: {
      id: components['schemas']['Id'];
      type: components['schemas']['BreakType'];
      kind: string | null;
      severity: components['schemas']['Severity'];
      status: components['schemas']['BreakStatus'];
      orderId: components['schemas']['Id'] | null;
      orderNumber: components['schemas']['OrderNumber'] | null;
      detail: string;
      openedAt: components['schemas']['Instant'];
      seenAt: components['schemas']['Instant'];
      closedAt: components['schemas']['Instant'] | null;
      outcome: components['schemas']['Text'] | null;
      version: components['schemas']['Whole'];
      assignee: components['schemas']['PersonName'] | null;
      dueAt: components['schemas']['Instant'];
      overdue: boolean;
      reasonCode: string | null;
      resolution: string | null;
      closedBy: components['schemas']['ActorName'] | null;
      shown: components['schemas']['ExternalOrder'] | null;
      trade: components['schemas']['DisputedTrade'] | null;
      traded: components['schemas']['ExternalOrderTrades'][];
      candidates: components['schemas']['OrderNumber'][];
      mayBeOf: components['schemas']['Id'][];
    };
    BreakAssignedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      break: components['schemas']['Id'];
      breakType: string;
      assignee: string | null;
    } & {
      [key: string]: unknown;
    };
    BreakAssignedEvent: {
      /** @constant */
      type: 'BREAK_ASSIGNED';
      body: components['schemas']['BreakAssignedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_ASSIGNED';
    });
    BreakChangedEvent: {
      /** @constant */
      type: 'BREAK_CHANGED';
      body: components['schemas']['BreakDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_CHANGED';
    });
    BreakClosedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      break: components['schemas']['Id'];
      breakType: string;
      outcome: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    BreakClosedEvent: {
      /** @constant */
      type: 'BREAK_CLOSED';
      body: components['schemas']['BreakClosedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_CLOSED';
    });
    BreakCommentedEvent: {
      /** @constant */
      type: 'BREAK_COMMENTED';
      body: components['schemas']['BreakTextDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_COMMENTED';
    });
    BreakDetails: {
      changes?: {
        [key: string]: unknown;
      };
      break: components['schemas']['Id'];
      breakType: string;
    } & {
      [key: string]: unknown;
    };
    BreakOpenedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      break: components['schemas']['Id'];
      breakType: string;
      severity: string;
      detail: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    BreakOpenedEvent: {
      /** @constant */
      type: 'BREAK_OPENED';
      body: components['schemas']['BreakOpenedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_OPENED';
    });
    BreakPage: {
      data: components['schemas']['Break'][];
      page: components['schemas']['PagePlace'];
    };
    BreakProposedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      break: components['schemas']['Id'];
      breakType: string;
      text: components['schemas']['Text'];
      resolution: string;
      approval: components['schemas']['Id'];
      payloadHash: components['schemas']['MaskableSha256'];
    } & {
      [key: string]: unknown;
    };
    BreakRecheckedEvent: {
      /** @constant */
      type: 'BREAK_RECHECKED';
      body: components['schemas']['EnquiredDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_RECHECKED';
    });
    BreakRefusedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      break: components['schemas']['Id'];
      breakType: string;
      text: components['schemas']['Text'];
      resolution: string;
      refusedBecause: string;
    } & {
      [key: string]: unknown;
    };
    BreakReopenedEvent: {
      /** @constant */
      type: 'BREAK_REOPENED';
      body: components['schemas']['BreakTextDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_REOPENED';
    });
    BreakResolutionProposedEvent: {
      /** @constant */
      type: 'BREAK_RESOLUTION_PROPOSED';
      body: components['schemas']['BreakProposedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_RESOLUTION_PROPOSED';
    });
    BreakResolutionRefusedEvent: {
      /** @constant */
      type: 'BREAK_RESOLUTION_REFUSED';
      body: components['schemas']['BreakRefusedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_RESOLUTION_REFUSED';
    });
    BreakResolvedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      break: components['schemas']['Id'];
      breakType: string;
      text: components['schemas']['Text'];
      resolution: string;
      approval: components['schemas']['Id'] | null;
      proposedBy: components['schemas']['ActorName'] | null;
    } & {
      [key: string]: unknown;
    };
    BreakResolvedEvent: {
      /** @constant */
      type: 'BREAK_RESOLVED';
      body: components['schemas']['BreakResolvedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'BREAK_RESOLVED';
    });
    BreakSettings: {
      version: components['schemas']['Whole'];
      dueTimes: components['schemas']['DueTimes'];
      changedBy: components['schemas']['ActorName'] | null;
      changedAt: components['schemas']['Instant'] | null;
      breakTypes: components['schemas']['BreakSeverity'][];
      reasonCodes: components['schemas']['ReasonMeaning'][];
    };
    BreakSeverity: {
      type: components['schemas']['BreakType'];
      severity: components['schemas']['Severity'];
    };
    /** @enum {string} */
    BreakStatus: 'Open' | 'Assigned' | 'AwaitingApproval' | 'Resolved' | 'AutoResolved';
    BreakTextDetails: {
      changes?: {
        [key: string]: unknown;
      };
      break: components['schemas']['Id'];
      breakType: string;
      text: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    /** @enum {string} */
    BreakType:
      | 'PostUnconfirmed'
      | 'EditUnconfirmed'
      | 'CancelUnconfirmed'
      | 'MissingAtExchange'
      | 'UnknownAtExchange'
      | 'StatusMismatch'
      | 'UnitsMismatch'
      | 'PriceMismatch'
      | 'IdentityMismatch'
      | 'FillMismatch'
      | 'OrphanTrade'
      | 'SourcesDisagree'
      | 'DuplicateSuspected'
      | 'OpenAfterClose'
      | 'NotSeen'
      | 'UnmappedValue';
    BulkResult: {
      id: string;
      status: components['schemas']['Whole'];
      code: string | null;
      detail: string | null;
      approval: components['schemas']['Id'] | null;
    };
    BulkResults: {
      results: components['schemas']['BulkResult'][];
    };
    CalendarDay: {
      date: components['schemas']['LagosDate'];
      /** @enum {string} */
      kind: 'Holiday' | 'HalfDay';
      session: string | null;
      name: string;
      changedBy: components['schemas']['ActorName'];
      changedAt: components['schemas']['Instant'];
    };
    CalendarDayPage: {
      data: components['schemas']['CalendarDay'][];
      page: components['schemas']['PagePlace'];
    };
    CalendarDayRemovedEvent: {
      /** @constant */
      type: 'CALENDAR_DAY_REMOVED';
      body: components['schemas']['CalendarDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CALENDAR_DAY_REMOVED';
    });
    CalendarDaySetEvent: {
      /** @constant */
      type: 'CALENDAR_DAY_SET';
      body: components['schemas']['CalendarDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CALENDAR_DAY_SET';
    });
    CalendarDetails: {
      tradingDate: components['schemas']['LagosDate'];
    } & {
      [key: string]: unknown;
    };
    Call: {
      id: components['schemas']['Id'];
      endpoint: string;
      lane: string;
      operator: string | null;
      request: string;
      startedAt: components['schemas']['Instant'];
      completedAt: components['schemas']['Instant'] | null;
      httpStatus: number | null;
      reply: string | null;
      failure: string | null;
      outcome: string | null;
    };
    CallPage: {
      data: components['schemas']['Call'][];
      page: components['schemas']['PagePlace'];
    };
    CancelAcknowledgedEvent: {
      /** @constant */
      type: 'CANCEL_ACKNOWLEDGED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_ACKNOWLEDGED';
    });
    CancelContestedEvent: {
      /** @constant */
      type: 'CANCEL_CONTESTED';
      body: components['schemas']['OfOrder'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_CONTESTED';
    });
    CancelNotSentEvent: {
      /** @constant */
      type: 'CANCEL_NOT_SENT';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_NOT_SENT';
    });
    CancelRefusedEvent: {
      /** @constant */
      type: 'CANCEL_REFUSED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_REFUSED';
    });
    CancelReplacedEvent: {
      /** @constant */
      type: 'CANCEL_REPLACED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_REPLACED';
    });
    CancelRequestedEvent: {
      /** @constant */
      type: 'CANCEL_REQUESTED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_REQUESTED';
    });
    CancelSearchedEvent: {
      /** @constant */
      type: 'CANCEL_SEARCHED';
      body: components['schemas']['SearchedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_SEARCHED';
    });
    CancelSentEvent: {
      /** @constant */
      type: 'CANCEL_SENT';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_SENT';
    });
    CancelThrottledEvent: {
      /** @constant */
      type: 'CANCEL_THROTTLED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_THROTTLED';
    });
    CancelUnknownEvent: {
      /** @constant */
      type: 'CANCEL_UNKNOWN';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_UNKNOWN';
    });
    CancelWithdrawnEvent: {
      /** @constant */
      type: 'CANCEL_WITHDRAWN';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CANCEL_WITHDRAWN';
    });
    Capability: {
      name: string;
      scope: string;
      /** @enum {string} */
      state: 'Up' | 'Down' | 'Failing' | 'Untried';
      answeredAt: components['schemas']['Instant'] | null;
      says: string | null;
    };
    Certificate: {
      tradingDate: components['schemas']['LagosDate'];
      revision: components['schemas']['Whole'];
      report: components['schemas']['DayReport'];
      reportHash: components['schemas']['MaskableSha256'];
      signedBy: components['schemas']['ActorName'][];
      closedAt: components['schemas']['Instant'];
      previousHash: components['schemas']['MaskableSha256'];
      hash: components['schemas']['MaskableSha256'];
    };
    Checkpoint: {
      database: components['schemas']['Sha256'];
      sequence: components['schemas']['Whole'];
      hash: components['schemas']['MaskableSha256'];
      at: components['schemas']['Instant'];
      contained: boolean;
    };
    CheckpointAskedEvent: {
      /** @constant */
      type: 'CHECKPOINT_ASKED';
      body: components['schemas']['OpenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CHECKPOINT_ASKED';
    });
    CheckpointPage: {
      data: components['schemas']['Checkpoint'][];
      page: components['schemas']['PagePlace'];
    };
    Client: {
      accountNumber: components['schemas']['AccountNumber'];
      clientName: string;
    };
    ClientUnmaskedEvent: {
      /** @constant */
      type: 'CLIENT_UNMASKED';
      body: components['schemas']['ReasonDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CLIENT_UNMASKED';
    });
    ClientsRemovedEvent: {
      /** @constant */
      type: 'CLIENTS_REMOVED';
      body: components['schemas']['OpenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CLIENTS_REMOVED';
    });
    ClockSteppedDetails: {
      instance: string;
      byMs: number;
      from: components['schemas']['Instant'];
      to: components['schemas']['Instant'];
    } & {
      [key: string]: unknown;
    };
    ClockSteppedEvent: {
      /** @constant */
      type: 'CLOCK_STEPPED';
      body: components['schemas']['ClockSteppedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CLOCK_STEPPED';
    });
    Comment: {
      id: components['schemas']['Id'];
      at: components['schemas']['Instant'];
      author: components['schemas']['ActorName'];
      text: components['schemas']['Text'];
    };
    ComparedDetails: {
      orders: components['schemas']['Whole'];
      differences: components['schemas']['Whole'];
    } & {
      [key: string]: unknown;
    };
    CrossedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      tradeDate: components['schemas']['LagosDate'];
      matchingId: components['schemas']['MatchingId'];
      with: components['schemas']['Id'];
    } & {
      [key: string]: unknown;
    };
    CrossedEvent: {
      /** @constant */
      type: 'CROSSED';
      body: components['schemas']['CrossedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'CROSSED';
    });
    CutOffs: {
      list: components['schemas']['Instant'] | null;
      trades: {
        tradingDate: components['schemas']['LagosDate'];
        askedAt: components['schemas']['Instant'];
      }[];
    };
    DatabaseMovedEvent: {
      /** @constant */
      type: 'DATABASE_MOVED';
      body: components['schemas']['OpenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DATABASE_MOVED';
    });
    DatabaseOlderThanCheckpointEvent: {
      /** @constant */
      type: 'DATABASE_OLDER_THAN_CHECKPOINT';
      body: components['schemas']['RestoredDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DATABASE_OLDER_THAN_CHECKPOINT';
    });
    Day: {
      tradingDate: components['schemas']['LagosDate'];
      /** @enum {string} */
      status: 'Unsettled' | 'Ready' | 'SignedOnce' | 'Closed' | 'Reopened';
      report: components['schemas']['DayReport'];
      reportHash: components['schemas']['MaskableSha256'];
      readAt: components['schemas']['Instant'] | null;
      closableFrom: components['schemas']['Instant'] | null;
      closesAt: components['schemas']['Instant'] | null;
      signOffs: components['schemas']['SignOff'][];
      signatures: components['schemas']['Signature'][];
      reopened: components['schemas']['Reopened'] | null;
      certificate: components['schemas']['Certificate'] | null;
      certificates: components['schemas']['Certificate'][];
    };
    DayCertificateDetails: {
      tradingDate: components['schemas']['LagosDate'];
      revision: components['schemas']['Whole'];
      hash: components['schemas']['MaskableSha256'];
    } & {
      [key: string]: unknown;
    };
    DayClosedEvent: {
      /** @constant */
      type: 'DAY_CLOSED';
      body: components['schemas']['DayCertificateDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DAY_CLOSED';
    });
    DayHoldsAgainEvent: {
      /** @constant */
      type: 'DAY_HOLDS_AGAIN';
      body: components['schemas']['DayCertificateDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DAY_HOLDS_AGAIN';
    });
    DayLine: {
      accountNumber: components['schemas']['AccountNumber'];
      security: components['schemas']['Security'];
      side: string;
      orders: components['schemas']['Whole'];
      ours: components['schemas']['Traded'];
      exchange: components['schemas']['Traded'] | null;
      difference: components['schemas']['Traded'] | null;
      explained?: components['schemas']['Traded'];
    };
    DayReadDetails: {
      tradingDate: components['schemas']['LagosDate'];
      callId: components['schemas']['Id'];
    } & {
      [key: string]: unknown;
    };
    DayReadEvent: {
      /** @constant */
      type: 'DAY_READ';
      body: components['schemas']['DayReadDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DAY_READ';
    });
    DayReopenedEvent: {
      /** @constant */
      type: 'DAY_REOPENED';
      body: components['schemas']['DayCertificateDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DAY_REOPENED';
    });
    DayReport: {
      brokerCode: string;
      tradingDate: components['schemas']['LagosDate'];
      facts: {
        lines: components['schemas']['DayLine'][];
        totals: {
          ours: components['schemas']['Traded'];
          exchange: components['schemas']['Traded'] | null;
        };
        external: components['schemas']['Executed'][];
        exchangeSaid?: string;
        explanations?: components['schemas']['Explanation'][];
        gaps?: components['schemas']['AcceptedGap'][];
        orders: {
          [key: string]: number;
        };
      };
      breaks: components['schemas']['UnresolvedBreak'][];
      resolvedBreaks: components['schemas']['ResolvedBreak'][];
      inferredNumbers?: components['schemas']['InferredNumber'][];
      service: components['schemas']['DayService'];
      unsettled: string[];
    };
    DayService: {
      runs: components['schemas']['Whole'];
      calls: components['schemas']['Whole'];
      answered: components['schemas']['Whole'];
    };
    DaySignedDetails: {
      tradingDate: components['schemas']['LagosDate'];
      revision: components['schemas']['Whole'];
      reportHash: components['schemas']['MaskableSha256'];
      signedBy: components['schemas']['ActorName'];
      text: string | null;
    } & {
      [key: string]: unknown;
    };
    DaySignedEvent: {
      /** @constant */
      type: 'DAY_SIGNED';
      body: components['schemas']['DaySignedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DAY_SIGNED';
    });
    DaySummary: {
      tradingDate: components['schemas']['LagosDate'];
      /** @enum {string} */
      status: 'Unsettled' | 'Ready' | 'SignedOnce' | 'Closed' | 'Reopened';
      orders: {
        [key: string]: number;
      };
      totals: {
        ours: components['schemas']['Traded'];
        exchange: components['schemas']['Traded'] | null;
      };
      unsettled: string[];
      reportHash: components['schemas']['MaskableSha256'];
      readAt: components['schemas']['Instant'] | null;
      closableFrom: components['schemas']['Instant'] | null;
      signedBy: components['schemas']['ActorName'][];
      revision: components['schemas']['Whole'] | null;
      closedAt: components['schemas']['Instant'] | null;
    };
    DaySummaryPage: {
      data: components['schemas']['DaySummary'][];
      page: components['schemas']['PagePlace'];
    };
    DaysReadDetails: {
      until: components['schemas']['LagosDate'];
      missed: string[];
    } & {
      [key: string]: unknown;
    };
    DeniedDetails: {
      code: string;
      method: string;
      route: string | null;
    } & {
      [key: string]: unknown;
    };
    Desk: {
      paused: {
        since: components['schemas']['Instant'];
        by: components['schemas']['ActorName'];
        reason: components['schemas']['Text'];
      } | null;
      restored: {
        since: components['schemas']['Instant'];
        forgottenSequence: components['schemas']['Whole'];
        knownUntil: components['schemas']['Instant'];
      } | null;
    };
    DeskCaughtUpEvent: {
      /** @constant */
      type: 'DESK_CAUGHT_UP';
      body: components['schemas']['OpenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DESK_CAUGHT_UP';
    });
    DeskPausedEvent: {
      /** @constant */
      type: 'DESK_PAUSED';
      body: components['schemas']['ResumedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DESK_PAUSED';
    });
    DeskResumedEvent: {
      /** @constant */
      type: 'DESK_RESUMED';
      body: components['schemas']['ResumedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DESK_RESUMED';
    });
    DisputedTrade:
      components['schemas']['TradeDifference'] | components['schemas']['UnbookedTrade'];
    DoubtEndedEvent: {
      /** @constant */
      type: 'DOUBT_ENDED';
      body: components['schemas']['WhyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DOUBT_ENDED';
    });
    DueTimes: {
      critical: components['schemas']['DueWithin'];
      high: components['schemas']['DueWithin'];
      medium: components['schemas']['DueWithin'];
      low: components['schemas']['DueWithin'];
    };
    DueTimesSetEvent: {
      /** @constant */
      type: 'DUE_TIMES_SET';
      body: components['schemas']['OpenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'DUE_TIMES_SET';
    });
    DueWithin: number;
    EditAcknowledgedEvent: {
      /** @constant */
      type: 'EDIT_ACKNOWLEDGED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_ACKNOWLEDGED';
    });
    EditNotSentEvent: {
      /** @constant */
      type: 'EDIT_NOT_SENT';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_NOT_SENT';
    });
    EditRefusedByLimitAgainEvent: {
      /** @constant */
      type: 'EDIT_REFUSED_BY_LIMIT_AGAIN';
      body: components['schemas']['TimesDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_REFUSED_BY_LIMIT_AGAIN';
    });
    EditRefusedByLimitEvent: {
      /** @constant */
      type: 'EDIT_REFUSED_BY_LIMIT';
      body: components['schemas']['LimitRefusedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_REFUSED_BY_LIMIT';
    });
    EditRefusedEvent: {
      /** @constant */
      type: 'EDIT_REFUSED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_REFUSED';
    });
    EditReplacedEvent: {
      /** @constant */
      type: 'EDIT_REPLACED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_REPLACED';
    });
    EditRequestedEvent: {
      /** @constant */
      type: 'EDIT_REQUESTED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_REQUESTED';
    });
    EditSearchedEvent: {
      /** @constant */
      type: 'EDIT_SEARCHED';
      body: components['schemas']['SearchedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_SEARCHED';
    });
    EditSentEvent: {
      /** @constant */
      type: 'EDIT_SENT';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_SENT';
    });
    EditThrottledEvent: {
      /** @constant */
      type: 'EDIT_THROTTLED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_THROTTLED';
    });
    EditUnknownEvent: {
      /** @constant */
      type: 'EDIT_UNKNOWN';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_UNKNOWN';
    });
    EditWithdrawnEvent: {
      /** @constant */
      type: 'EDIT_WITHDRAWN';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDIT_WITHDRAWN';
    });
    EditedBeforeSendingEvent: {
      /** @constant */
      type: 'EDITED_BEFORE_SENDING';
      body: components['schemas']['NewTermsDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EDITED_BEFORE_SENDING';
    });
    /** @enum {string} */
    EndingFact: 'ACKNOWLEDGED' | 'REFUSED' | 'WITHDRAWN';
    EnquiredDetails: {
      changes?: {
        [key: string]: unknown;
      };
      orderNumber: components['schemas']['OrderNumber'];
    } & {
      [key: string]: unknown;
    };
    EntryType: {
      type: string;
      title: string;
    };
    Event:
      | components['schemas']['FillEvent']
      | components['schemas']['AccessDeniedEvent']
      | components['schemas']['AccessDeniedAgainEvent']
      | components['schemas']['ApprovalExpiredEvent']
      | components['schemas']['ApprovalRejectedEvent']
      | components['schemas']['ApprovalStaleEvent']
      | components['schemas']['ApprovalWithdrawnEvent']
      | components['schemas']['AuditExportedEvent']
      | components['schemas']['AuditReadEvent']
      | components['schemas']['AuditReadAgainEvent']
      | components['schemas']['BackupMadeEvent']
      | components['schemas']['BreakAssignedEvent']
      | components['schemas']['BreakChangedEvent']
      | components['schemas']['BreakClosedEvent']
      | components['schemas']['BreakCommentedEvent']
      | components['schemas']['BreakOpenedEvent']
      | components['schemas']['BreakRecheckedEvent']
      | components['schemas']['BreakReopenedEvent']
      | components['schemas']['BreakResolutionProposedEvent']
      | components['schemas']['BreakResolutionRefusedEvent']
      | components['schemas']['BreakResolvedEvent']
      | components['schemas']['CalendarDayRemovedEvent']
      | components['schemas']['CalendarDaySetEvent']
      | components['schemas']['CancelAcknowledgedEvent']
      | components['schemas']['CancelContestedEvent']
      | components['schemas']['CancelNotSentEvent']
      | components['schemas']['CancelRefusedEvent']
      | components['schemas']['CancelReplacedEvent']
      | components['schemas']['CancelRequestedEvent']
      | components['schemas']['CancelSearchedEvent']
      | components['schemas']['CancelSentEvent']
      | components['schemas']['CancelThrottledEvent']
      | components['schemas']['CancelUnknownEvent']
      | components['schemas']['CancelWithdrawnEvent']
      | components['schemas']['CheckpointAskedEvent']
      | components['schemas']['ClientsRemovedEvent']
      | components['schemas']['ClientUnmaskedEvent']
      | components['schemas']['ClockSteppedEvent']
      | components['schemas']['CrossedEvent']
      | components['schemas']['DatabaseMovedEvent']
      | components['schemas']['DatabaseOlderThanCheckpointEvent']
      | components['schemas']['DayClosedEvent']
      | components['schemas']['DayHoldsAgainEvent']
      | components['schemas']['DayReadEvent']
      | components['schemas']['DayReopenedEvent']
      | components['schemas']['DaySignedEvent']
      | components['schemas']['DeskCaughtUpEvent']
      | components['schemas']['DeskPausedEvent']
      | components['schemas']['DeskResumedEvent']
      | components['schemas']['DoubtEndedEvent']
      | components['schemas']['DueTimesSetEvent']
      | components['schemas']['EditedBeforeSendingEvent']
      | components['schemas']['EditAcknowledgedEvent']
      | components['schemas']['EditNotSentEvent']
      | components['schemas']['EditRefusedEvent']
      | components['schemas']['EditRefusedByLimitEvent']
      | components['schemas']['EditRefusedByLimitAgainEvent']
      | components['schemas']['EditReplacedEvent']
      | components['schemas']['EditRequestedEvent']
      | components['schemas']['EditSearchedEvent']
      | components['schemas']['EditSentEvent']
      | components['schemas']['EditThrottledEvent']
      | components['schemas']['EditUnknownEvent']
      | components['schemas']['EditWithdrawnEvent']
      | components['schemas']['EvidenceNotBelievedEvent']
      | components['schemas']['ExchangeAskedEvent']
      | components['schemas']['ExchangeKeyAcceptedAgainEvent']
      | components['schemas']['ExchangeKeyRefusedEvent']
      | components['schemas']['ExchangeScopeAcceptedAgainEvent']
      | components['schemas']['ExchangeScopeRefusedEvent']
      | components['schemas']['FillReversedEvent']
      | components['schemas']['InstructionRefusedEvent']
      | components['schemas']['InstructionRefusedAgainEvent']
      | components['schemas']['KeyBoundToAccountEvent']
      | components['schemas']['KeyCreatedEvent']
      | components['schemas']['KeyExpirySetEvent']
      | components['schemas']['KeyRevokedEvent']
      | components['schemas']['KeyRotatedEvent']
      | components['schemas']['LateReplyEvent']
      | components['schemas']['LegalHoldPlacedEvent']
      | components['schemas']['LegalHoldReleasedEvent']
      | components['schemas']['MatchedUnitsChangedEvent']
      | components['schemas']['NumberConfirmedEvent']
      | components['schemas']['NumberDoubtedEvent']
      | components['schemas']['OrdersComparedEvent']
      | components['schemas']['OrderAdoptedEvent']
      | components['schemas']['OrderDoubtedEvent']
      | components['schemas']['OrderEnquiredEvent']
      | components['schemas']['OrderLimitsRemovedEvent']
      | components['schemas']['OrderLimitsSetEvent']
      | components['schemas']['OrderNumberLinkedEvent']
      | components['schemas']['OrderNumberUnlinkedEvent']
      | components['schemas']['OrderReceivedEvent']
      | components['schemas']['PersonChangedEvent']
      | components['schemas']['PersonCreatedEvent']
      | components['schemas']['PersonLinkedEvent']
      | components['schemas']['PostAcknowledgedEvent']
      | components['schemas']['PostNotSentEvent']
      | components['schemas']['PostRefusedEvent']
      | components['schemas']['PostRefusedByLimitEvent']
      | components['schemas']['PostRefusedByLimitAgainEvent']
      | components['schemas']['PostReplacedEvent']
      | components['schemas']['PostRequestedEvent']
      | components['schemas']['PostSearchedEvent']
      | components['schemas']['PostSentEvent']
      | components['schemas']['PostThrottledEvent']
      | components['schemas']['PostUnknownEvent']
      | components['schemas']['PostWithdrawnEvent']
      | components['schemas']['PriceDoubtedEvent']
      | components['schemas']['ProvenEvent']
      | components['schemas']['QuestionRemovedEvent']
      | components['schemas']['QuestionSavedEvent']
      | components['schemas']['QuotesRecordedEvent']
      | components['schemas']['RunsRemovedEvent']
      | components['schemas']['RunAskedEvent']
      | components['schemas']['ServiceStartedEvent']
      | components['schemas']['ServiceStoppedEvent']
      | components['schemas']['SignedInEvent']
      | components['schemas']['SignedOutEvent']
      | components['schemas']['SigningKeyCreatedEvent']
      | components['schemas']['SigningKeyRotatedEvent']
      | components['schemas']['StatusChangedEvent']
      | components['schemas']['StatusWordsApprovedEvent']
      | components['schemas']['StatusWordsExpiredEvent']
      | components['schemas']['StatusWordsProposedEvent']
      | components['schemas']['StatusWordsRejectedEvent']
      | components['schemas']['TermsChangedEvent']
      | components['schemas']['TradingDaysReadEvent']
      | components['schemas']['TrailVerifiedEvent']
      | components['schemas']['TrailVerifiedAgainEvent'];
    EventFields: {
      sequence: components['schemas']['Whole'];
      at: components['schemas']['Instant'];
      title: string;
      actor: components['schemas']['ActorName'];
      keyId: components['schemas']['Id'] | null;
      onBehalfOf: components['schemas']['PersonName'] | null;
      sourceAddress: string | null;
      requestId: string | null;
      stream: string;
      streamSequence: components['schemas']['Whole'];
      orderId: components['schemas']['Id'] | null;
      cause: components['schemas']['Whole'] | null;
      approval: components['schemas']['ProposalId'] | null;
      explanation: string | null;
      hash: components['schemas']['MaskableSha256'];
    };
    EventPage: {
      data: components['schemas']['Event'][];
      page: components['schemas']['PagePlace'];
    };
    /** @enum {string} */
    EvidenceGrade:
      'Traded' | 'Enquired' | 'Acknowledged' | 'Listed' | 'Inferred' | 'Calendar' | 'Operator';
    EvidenceNotBelievedEvent: {
      /** @constant */
      type: 'EVIDENCE_NOT_BELIEVED';
      body: components['schemas']['NotBelievedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EVIDENCE_NOT_BELIEVED';
    });
    ExchangeAskedDetails: {
      question: string;
    } & {
      [key: string]: unknown;
    };
    ExchangeAskedEvent: {
      /** @constant */
      type: 'EXCHANGE_ASKED';
      body: components['schemas']['ExchangeAskedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EXCHANGE_ASKED';
    });
    ExchangeCall: {
      id: components['schemas']['Id'];
      endpoint: string;
      lane: string;
      keyId: string;
      orderId: components['schemas']['Id'] | null;
      operator: string | null;
      startedAt: components['schemas']['Instant'];
      completedAt: components['schemas']['Instant'] | null;
      httpStatus: number | null;
      replyBytes: components['schemas']['Whole'] | null;
      failure: string | null;
      outcome: string | null;
    };
    ExchangeCallPage: {
      data: components['schemas']['ExchangeCall'][];
      page: components['schemas']['PagePlace'];
    };
    ExchangeKeyAcceptedAgainEvent: {
      /** @constant */
      type: 'EXCHANGE_KEY_ACCEPTED_AGAIN';
      body: components['schemas']['ExchangeKeyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EXCHANGE_KEY_ACCEPTED_AGAIN';
    });
    ExchangeKeyDetails: {
      key: string;
    } & {
      [key: string]: unknown;
    };
    ExchangeKeyRefusedEvent: {
      /** @constant */
      type: 'EXCHANGE_KEY_REFUSED';
      body: components['schemas']['ExchangeKeyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EXCHANGE_KEY_REFUSED';
    });
    ExchangeReadiness: {
      answers: boolean;
    } & {
      [key: string]: boolean | string;
    };
    ExchangeScopeAcceptedAgainEvent: {
      /** @constant */
      type: 'EXCHANGE_SCOPE_ACCEPTED_AGAIN';
      body: components['schemas']['ExchangeScopeDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EXCHANGE_SCOPE_ACCEPTED_AGAIN';
    });
    ExchangeScopeDetails: {
      key: string;
      scope: string;
    } & {
      [key: string]: unknown;
    };
    ExchangeScopeRefusedEvent: {
      /** @constant */
      type: 'EXCHANGE_SCOPE_REFUSED';
      body: components['schemas']['ExchangeScopeDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'EXCHANGE_SCOPE_REFUSED';
    });
    Executed: {
      orderNumber: components['schemas']['OrderNumber'];
      accountNumber: components['schemas']['AccountNumber'] | null;
      security: components['schemas']['Security'];
      side: string;
      executions: components['schemas']['Whole'];
      units: components['schemas']['Units'];
      value: components['schemas']['Money'];
    };
    ExecutionQuality: {
      improvement: components['schemas']['Money'];
      improvementPercent: components['schemas']['Percent'];
    };
    Executions: {
      count: components['schemas']['Whole'];
      units: components['schemas']['Units'];
      averagePrice: components['schemas']['Price'] | null;
      lowestPrice: components['schemas']['Price'] | null;
      highestPrice: components['schemas']['Price'] | null;
      firstBookedAt: components['schemas']['Instant'] | null;
      lastBookedAt: components['schemas']['Instant'] | null;
    };
    Explanation: {
      breakId: components['schemas']['Id'];
      accountNumber: components['schemas']['AccountNumber'];
      security: components['schemas']['Security'];
      trade: components['schemas']['DisputedTrade'];
      reasonCode: string | null;
      text: components['schemas']['Text'] | null;
      closedBy: components['schemas']['ActorName'] | null;
    };
    ExportedDetails: {
      filters: {
        [key: string]: unknown;
      };
      ofOneAccount: boolean;
      format: string;
    } & {
      [key: string]: unknown;
    };
    ExternalOrder: {
      side: string;
      security: components['schemas']['Security'];
      units: string;
      statusWord: string;
    };
    ExternalOrderTrades: {
      tradeDate: components['schemas']['LagosDate'];
      orderNumber: components['schemas']['OrderNumber'];
      accountNumber: components['schemas']['AccountNumber'] | null;
      security: components['schemas']['Security'];
      side: string;
      executions: components['schemas']['Whole'];
      units: components['schemas']['Units'];
      value: components['schemas']['Money'];
    };
    FieldError: {
      field: string;
      message: string;
      limit?: string;
      /** @enum {string} */
      owner?: 'firm' | 'key' | 'account';
    };
    Fill: {
      id: components['schemas']['Id'];
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
      side: string;
      security: components['schemas']['Security'];
      tradeDate: components['schemas']['LagosDate'];
      matchingId: components['schemas']['MatchingId'];
      orderNumber: components['schemas']['OrderNumber'];
      observedAt: components['schemas']['Instant'];
      reversedAt: components['schemas']['Instant'] | null;
    };
    FillDetails: {
      changes?: {
        [key: string]: unknown;
      };
      callId?: components['schemas']['Id'];
      httpStatus?: number | null;
      replyDigest?: string | null;
      tradeDate: components['schemas']['LagosDate'];
      matchingId: components['schemas']['MatchingId'];
      orderNumber: components['schemas']['OrderNumber'];
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
    } & {
      [key: string]: unknown;
    };
    FillEvent: {
      /** @constant */
      type: 'FILL';
      body: components['schemas']['FillDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'FILL';
    });
    FillPage: {
      data: components['schemas']['Fill'][];
      page: components['schemas']['PagePlace'];
    };
    FillReversedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      callId?: components['schemas']['Id'];
      httpStatus?: number | null;
      replyDigest?: string | null;
      tradeDate: components['schemas']['LagosDate'];
      matchingId: components['schemas']['MatchingId'];
      orderNumber: components['schemas']['OrderNumber'];
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
      why?: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    FillReversedEvent: {
      /** @constant */
      type: 'FILL_REVERSED';
      body: components['schemas']['FillReversedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'FILL_REVERSED';
    });
    /** @enum {string} */
    FitField: 'side' | 'security' | 'units' | 'price' | 'account' | 'firstSeen';
    FormerCandidacy: {
      orderId: components['schemas']['Id'];
      resolution: components['schemas']['Resolution'];
      orderNumber: components['schemas']['OrderNumber'] | null;
      decidedBy: components['schemas']['ActorName'];
      decidedAt: components['schemas']['Instant'];
    };
    FoundClient: {
      accountNumber: components['schemas']['AccountNumber'];
      clientName: string;
    };
    FoundClientPage: {
      data: components['schemas']['FoundClient'][];
      page: components['schemas']['PagePlace'];
    };
    HandledOrder: {
      orderId: components['schemas']['Id'];
      clientOrderId: string;
      tradingDate: components['schemas']['LagosDate'];
      side: components['schemas']['Side'];
      security: components['schemas']['Security'];
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
      status: components['schemas']['OrderStatus'];
      orderNumber: components['schemas']['OrderNumber'] | null;
      clientName: string | null;
      handlers: components['schemas']['Handler'][];
      lookedUpBy: components['schemas']['Handler'][];
    };
    HandledOrderPage: {
      data: components['schemas']['HandledOrder'][];
      page: components['schemas']['PagePlace'];
    };
    Handler: {
      actor: components['schemas']['ActorName'];
      onBehalfOf: components['schemas']['PersonName'] | null;
      entries: components['schemas']['Whole'];
      firstAt: components['schemas']['Instant'];
      lastAt: components['schemas']['Instant'];
    };
    HoldDetails: {
      changes?: {
        [key: string]: unknown;
      };
      reason: components['schemas']['Text'];
      hold: components['schemas']['Id'];
    } & {
      [key: string]: unknown;
    };
    Id: string;
    InferredNumber: {
      orderId: components['schemas']['Id'];
      orderNumber: components['schemas']['OrderNumber'];
      units: string;
    };
    /** Format: date-time */
    Instant: string;
    InstructionRefusedAgainEvent: {
      /** @constant */
      type: 'INSTRUCTION_REFUSED_AGAIN';
      body: components['schemas']['TimesDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'INSTRUCTION_REFUSED_AGAIN';
    });
    InstructionRefusedDetails: {
      code: string;
      method: string;
      route: string | null;
      fields: string[];
      unknownFields: components['schemas']['Whole'];
      orderId: components['schemas']['Id'] | null;
      subject?: string;
    } & {
      [key: string]: unknown;
    };
    InstructionRefusedEvent: {
      /** @constant */
      type: 'INSTRUCTION_REFUSED';
      body: components['schemas']['InstructionRefusedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'INSTRUCTION_REFUSED';
    });
    IssuedKey: {
      id: components['schemas']['Id'];
      name: components['schemas']['PersonName'];
      personId: components['schemas']['Id'] | null;
      scopes: string[];
      accounts: components['schemas']['BoundAccounts'];
      delegates: boolean;
      expiresAt: components['schemas']['Instant'] | null;
      secret: string;
    };
    Json: unknown;
    KeyBoundToAccountEvent: {
      /** @constant */
      type: 'KEY_BOUND_TO_ACCOUNT';
      body: components['schemas']['KeyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'KEY_BOUND_TO_ACCOUNT';
    });
    KeyCreatedEvent: {
      /** @constant */
      type: 'KEY_CREATED';
      body: components['schemas']['KeyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'KEY_CREATED';
    });
    KeyDetails: {
      key: components['schemas']['Id'];
      name: string;
    } & {
      [key: string]: unknown;
    };
    KeyExpirySetEvent: {
      /** @constant */
      type: 'KEY_EXPIRY_SET';
      body: components['schemas']['KeyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'KEY_EXPIRY_SET';
    });
    KeyReport: {
      id: string;
      slots: components['schemas']['Whole'];
      held: components['schemas']['Whole'];
      heldByLane: {
        [key: string]: number;
      };
      /** @enum {string} */
      state: 'Working' | 'Refused' | 'Limited';
      httpStatus: string | null;
      since: components['schemas']['Instant'] | null;
      restsUntil: components['schemas']['Instant'] | null;
      scopes: components['schemas']['ScopeReport'][];
    };
    KeyRevokedEvent: {
      /** @constant */
      type: 'KEY_REVOKED';
      body: components['schemas']['KeyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'KEY_REVOKED';
    });
    KeyRotatedEvent: {
      /** @constant */
      type: 'KEY_ROTATED';
      body: components['schemas']['KeyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'KEY_ROTATED';
    });
    /** @enum {string} */
    KeyState: 'valid' | 'expired' | 'revoked' | 'disabled';
    /** Format: date */
    LagosDate: string;
    LateReplyDetails: {
      changes?: {
        [key: string]: unknown;
      };
      callId?: components['schemas']['Id'];
      httpStatus?: number | null;
      replyDigest?: string | null;
      request: components['schemas']['Id'];
      epoch: components['schemas']['Whole'];
      class: string;
    } & {
      [key: string]: unknown;
    };
    LateReplyEvent: {
      /** @constant */
      type: 'LATE_REPLY';
      body: components['schemas']['LateReplyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'LATE_REPLY';
    });
    LegalHold: {
      id: components['schemas']['Id'];
      accountNumber: components['schemas']['AccountNumber'] | null;
      orderId: components['schemas']['Id'] | null;
      reason: components['schemas']['Text'];
      placedBy: components['schemas']['ActorName'];
      placedAt: components['schemas']['Instant'];
      releasedBy: components['schemas']['ActorName'] | null;
      releasedAt: components['schemas']['Instant'] | null;
      releaseReason: components['schemas']['Text'] | null;
    };
    LegalHoldPage: {
      data: components['schemas']['LegalHold'][];
      page: components['schemas']['PagePlace'];
    };
    LegalHoldPlacedEvent: {
      /** @constant */
      type: 'LEGAL_HOLD_PLACED';
      body: components['schemas']['HoldDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'LEGAL_HOLD_PLACED';
    });
    LegalHoldReleasedEvent: {
      /** @constant */
      type: 'LEGAL_HOLD_RELEASED';
      body: components['schemas']['HoldDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'LEGAL_HOLD_RELEASED';
    });
    /** @enum {string} */
    LimitOwner: 'firm' | 'key' | 'account';
    LimitRefusedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      problem: string;
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
      reason: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    Liveness: {
      /** @constant */
      status: 'live';
    };
    MappedWord: {
      word: string;
      meaning: string;
    };
    MaskableSha256: string;
    MatchedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      from: components['schemas']['Units'];
      to: components['schemas']['Units'];
    } & {
      [key: string]: unknown;
    };
    MatchedUnitsChangedEvent: {
      /** @constant */
      type: 'MATCHED_UNITS_CHANGED';
      body: components['schemas']['MatchedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'MATCHED_UNITS_CHANGED';
    });
    MatchingId: string;
    Money: string;
    NewTermsDetails: {
      changes?: {
        [key: string]: unknown;
      };
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
    } & {
      [key: string]: unknown;
    };
    NotBelievedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      evidence: string;
      status: string;
      word: string | null;
    } & {
      [key: string]: unknown;
    };
    NumberCandidate: {
      orderNumber: components['schemas']['OrderNumber'];
      side: string | null;
      security: components['schemas']['Security'] | null;
      units: string | null;
      statusWord: string | null;
      traded: components['schemas']['ExternalOrderTrades'][];
      firstSeenAt: components['schemas']['Instant'] | null;
      breakId: components['schemas']['Id'] | null;
      breakType: components['schemas']['BreakType'] | null;
      breakOpen: boolean;
      acceptedBy: components['schemas']['ActorName'] | null;
      fits: components['schemas']['FitField'][];
      differs: components['schemas']['FitField'][];
      named: boolean;
      proposals: components['schemas']['Id'][];
    };
    NumberConfirmedEvent: {
      /** @constant */
      type: 'NUMBER_CONFIRMED';
      body: components['schemas']['NumberReasonDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'NUMBER_CONFIRMED';
    });
    NumberDoubtedEvent: {
      /** @constant */
      type: 'NUMBER_DOUBTED';
      body: components['schemas']['NumberReasonDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'NUMBER_DOUBTED';
    });
    NumberLinkedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      orderNumber: components['schemas']['OrderNumber'];
      grade: string;
    } & {
      [key: string]: unknown;
    };
    /** @enum {string} */
    NumberProof: 'Acknowledged' | 'Shown' | 'Inferred' | 'Operator' | 'Doubtful';
    NumberReasonDetails: {
      changes?: {
        [key: string]: unknown;
      };
      orderNumber: components['schemas']['OrderNumber'] | null;
      reason: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    NumberUnlinkedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      orderNumber: components['schemas']['OrderNumber'];
      why: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    OfOrder: {
      changes?: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    OpenDetails: {
      [key: string]: unknown;
    };
    OpsStatus: {
      paused: {
        since: components['schemas']['Instant'];
        by: components['schemas']['ActorName'];
        reason: components['schemas']['Text'];
      } | null;
      restored: {
        since: components['schemas']['Instant'];
        forgottenSequence: components['schemas']['Whole'];
        knownUntil: components['schemas']['Instant'];
      } | null;
      at: components['schemas']['Instant'];
      /** @enum {string} */
      environment: 'test' | 'live';
      /** @enum {string} */
      database: 'sqlite' | 'postgres';
      missedDays: components['schemas']['LagosDate'][];
      exchange: {
        url: string | null;
        answers: boolean;
        silentSince: components['schemas']['Instant'] | null;
      };
      tradingDate: components['schemas']['LagosDate'];
      session: {
        open: boolean;
        opensAt: components['schemas']['Instant'] | null;
        closesAt: components['schemas']['Instant'] | null;
      };
      capabilities: components['schemas']['Capability'][];
      keys: components['schemas']['KeyReport'][];
      requests: components['schemas']['RequestCounts'];
      proof: components['schemas']['ProofAges'];
      inFlight: components['schemas']['Whole'];
      waitingFor: string | null;
      securities: components['schemas']['Whole'];
    };
    Order: {
      id: components['schemas']['Id'];
      clientOrderId: string;
      orderRef: string;
      orderNumber: components['schemas']['OrderNumber'] | null;
      side: components['schemas']['Side'];
      security: components['schemas']['Security'];
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
      timeInForce: string;
      accountNumber: components['schemas']['AccountNumber'];
      clientName: string;
      brokerCode: string;
      status: components['schemas']['OrderStatus'];
      exchangeStatus: string | null;
      reason: string | null;
      pending: components['schemas']['Pending'] | null;
      matchedUnits: components['schemas']['Units'];
      pendingUnits: components['schemas']['Units'];
      averagePrice: components['schemas']['Price'] | null;
      gap: {
        units: components['schemas']['Units'];
        since: components['schemas']['Instant'];
      } | null;
      evidence: {
        grade: components['schemas']['EvidenceGrade'] | null;
        at: components['schemas']['Instant'] | null;
        certain: boolean;
        number: components['schemas']['NumberProof'] | null;
        listedAt: components['schemas']['Instant'] | null;
        price: components['schemas']['PriceGrade'] | null;
      };
      openBreaks: components['schemas']['Whole'];
      version: components['schemas']['Whole'];
      tradingDate: components['schemas']['LagosDate'];
      createdBy: components['schemas']['ActorName'];
      onBehalfOf: components['schemas']['PersonName'] | null;
      createdAt: components['schemas']['Instant'];
      updatedAt: components['schemas']['Instant'];
      closedAt: components['schemas']['Instant'] | null;
    };
    OrderAdoptedEvent: {
      /** @constant */
      type: 'ORDER_ADOPTED';
      body: components['schemas']['ReceivedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ORDER_ADOPTED';
    });
    OrderCandidates: {
      orderId: components['schemas']['Id'];
      kind: components['schemas']['RequestKind'] | null;
      sentAt: components['schemas']['Instant'] | null;
      searches: components['schemas']['Whole'];
      found: components['schemas']['Text'] | null;
      searchDueAt: components['schemas']['Instant'] | null;
      numbers: components['schemas']['NumberCandidate'][];
    };
    OrderDoubtedEvent: {
      /** @constant */
      type: 'ORDER_DOUBTED';
      body: components['schemas']['WhyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ORDER_DOUBTED';
    });
    OrderEnquiredEvent: {
      /** @constant */
      type: 'ORDER_ENQUIRED';
      body: components['schemas']['EnquiredDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ORDER_ENQUIRED';
    });
    OrderLimits: {
      keyId: components['schemas']['Id'] | null;
      accountNumber: components['schemas']['AccountNumber'] | null;
      orderValue: components['schemas']['Money'] | null;
      orderUnits: components['schemas']['Units'] | null;
      priceBand: string | null;
      changedBy: components['schemas']['ActorName'];
      changedAt: components['schemas']['Instant'];
    };
    OrderLimitsPage: {
      data: components['schemas']['OrderLimits'][];
      page: components['schemas']['PagePlace'];
    };
    OrderLimitsRemovedEvent: {
      /** @constant */
      type: 'ORDER_LIMITS_REMOVED';
      body: components['schemas']['OpenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ORDER_LIMITS_REMOVED';
    });
    OrderLimitsSetEvent: {
      /** @constant */
      type: 'ORDER_LIMITS_SET';
      body: components['schemas']['OpenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ORDER_LIMITS_SET';
    });
    OrderNumber: string;
    OrderNumberLinkedEvent: {
      /** @constant */
      type: 'ORDER_NUMBER_LINKED';
      body: components['schemas']['NumberLinkedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ORDER_NUMBER_LINKED';
    });
    OrderNumberUnlinkedEvent: {
      /** @constant */
      type: 'ORDER_NUMBER_UNLINKED';
      body: components['schemas']['NumberUnlinkedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ORDER_NUMBER_UNLINKED';
    });
    OrderPage: {
      data: components['schemas']['Order'][];
      page: components['schemas']['PagePlace'];
    };
    OrderReceivedEvent: {
      /** @constant */
      type: 'ORDER_RECEIVED';
      body: components['schemas']['ReceivedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ORDER_RECEIVED';
    });
    OrderRequestDetails: {
      changes?: {
        [key: string]: unknown;
      };
      callId?: components['schemas']['Id'];
      httpStatus?: number | null;
      replyDigest?: string | null;
      request: components['schemas']['Id'];
      units: components['schemas']['Units'] | null;
      price: components['schemas']['Price'] | null;
      epoch: components['schemas']['Whole'];
      reason?: string | null;
    } & {
      [key: string]: unknown;
    };
    /** @enum {string} */
    OrderStatus:
      'New' | 'Posted' | 'Open' | 'Amended' | 'Filled' | 'Cancelled' | 'Rejected' | 'Expired';
    OrderTerms: {
      timesInForce: string[];
      limits: {
        orderValue: {
          most: components['schemas']['Money'];
          owner: components['schemas']['LimitOwner'];
        } | null;
        orderUnits: {
          most: components['schemas']['Units'];
          owner: components['schemas']['LimitOwner'];
        } | null;
        priceBand: {
          most: string;
          owner: components['schemas']['LimitOwner'];
        } | null;
      };
    };
    OrdersComparedEvent: {
      /** @constant */
      type: 'ORDERS_COMPARED';
      body: components['schemas']['ComparedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'ORDERS_COMPARED';
    });
    PagePlace: {
      limit: number;
      nextCursor: string | null;
      hasMore: boolean;
    };
    Pending: {
      kind: components['schemas']['RequestKind'];
      state: components['schemas']['RequestState'];
      since: components['schemas']['Instant'];
      units: components['schemas']['Units'] | null;
      price: components['schemas']['Price'] | null;
      reason: string | null;
      refused: boolean;
      notBefore: components['schemas']['Instant'] | null;
    };
    Percent: string;
    Person: {
      id: components['schemas']['Id'];
      name: components['schemas']['PersonName'];
      email: string | null;
      roles: components['schemas']['Role'][];
      scopes: components['schemas']['Scope'][];
      disabled: boolean;
      disabledAt: components['schemas']['Instant'] | null;
      signInLinked: boolean;
      createdBy: components['schemas']['ActorName'];
      createdAt: components['schemas']['Instant'];
    };
    PersonChangedEvent: {
      /** @constant */
      type: 'PERSON_CHANGED';
      body: components['schemas']['PersonDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'PERSON_CHANGED';
    });
    PersonCreatedEvent: {
      /** @constant */
      type: 'PERSON_CREATED';
      body: components['schemas']['PersonDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'PERSON_CREATED';
    });
    PersonDetails: {
      person: components['schemas']['Id'];
      name: string;
    } & {
      [key: string]: unknown;
    };
    PersonLinkedEvent: {
      /** @constant */
      type: 'PERSON_LINKED';
      body: components['schemas']['PersonDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'PERSON_LINKED';
    });
    PersonName: string;
    PersonPage: {
      data: components['schemas']['Person'][];
      page: components['schemas']['PagePlace'];
    };
    PostAcknowledgedEvent: {
      /** @constant */
      type: 'POST_ACKNOWLEDGED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_ACKNOWLEDGED';
    });
    PostNotSentEvent: {
      /** @constant */
      type: 'POST_NOT_SENT';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_NOT_SENT';
    });
    PostRefusedByLimitAgainEvent: {
      /** @constant */
      type: 'POST_REFUSED_BY_LIMIT_AGAIN';
      body: components['schemas']['TimesDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_REFUSED_BY_LIMIT_AGAIN';
    });
    PostRefusedByLimitEvent: {
      /** @constant */
      type: 'POST_REFUSED_BY_LIMIT';
      body: components['schemas']['LimitRefusedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_REFUSED_BY_LIMIT';
    });
    PostRefusedEvent: {
      /** @constant */
      type: 'POST_REFUSED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_REFUSED';
    });
    PostReplacedEvent: {
      /** @constant */
      type: 'POST_REPLACED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_REPLACED';
    });
    PostRequestedEvent: {
      /** @constant */
      type: 'POST_REQUESTED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_REQUESTED';
    });
    PostSearchedEvent: {
      /** @constant */
      type: 'POST_SEARCHED';
      body: components['schemas']['SearchedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_SEARCHED';
    });
    PostSentEvent: {
      /** @constant */
      type: 'POST_SENT';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_SENT';
    });
    PostThrottledEvent: {
      /** @constant */
      type: 'POST_THROTTLED';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_THROTTLED';
    });
    PostUnknownEvent: {
      /** @constant */
      type: 'POST_UNKNOWN';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_UNKNOWN';
    });
    PostWithdrawnEvent: {
      /** @constant */
      type: 'POST_WITHDRAWN';
      body: components['schemas']['OrderRequestDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'POST_WITHDRAWN';
    });
    Price: string;
    PriceDoubtedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      price: components['schemas']['Price'];
      shown: components['schemas']['Price'];
    } & {
      [key: string]: unknown;
    };
    PriceDoubtedEvent: {
      /** @constant */
      type: 'PRICE_DOUBTED';
      body: components['schemas']['PriceDoubtedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'PRICE_DOUBTED';
    });
    /** @enum {string} */
    PriceGrade: 'Acknowledged' | 'Shown' | 'Inferred' | 'Doubtful';
    ProblemBody: {
      orderId?: string;
      orderStatus?: string;
      reportHash?: string;
      changes?: Record<string, never>[];
      closableFrom?: string | null;
      type: string;
      title: string;
      status: number;
      detail: string;
      instance: string;
      code: components['schemas']['ProblemCode'];
      requestId: string;
      errors: components['schemas']['FieldError'][];
    };
    /** @enum {string} */
    ProblemCode:
      | 'validation-failed'
      | 'malformed-body'
      | 'malformed-request'
      | 'unauthenticated'
      | 'scope-missing'
      | 'key-bound-to-accounts'
      | 'account-foreign'
      | 'clients-masked'
      | 'csrf-token-missing'
      | 'foreign-origin'
      | 'delegation-not-allowed'
      | 'provider-required'
      | 'person-required'
      | 'not-found'
      | 'not-found-at-exchange'
      | 'method-not-allowed'
      | 'body-too-large'
      | 'request-timeout'
      | 'length-required'
      | 'headers-too-large'
      | 'unsupported-media-type'
      | 'second-person-needed'
      | 'withdrawal-not-own'
      | 'last-administrator'
      | 'name-taken'
      | 'key-ended'
      | 'break-closed'
      | 'break-open'
      | 'approval-pending'
      | 'approval-decided'
      | 'approval-expired'
      | 'approval-stale'
      | 'report-changed'
      | 'day-closed'
      | 'day-not-settled'
      | 'checkpoint-impossible'
      | 'proof-impossible'
      | 'export-unfinished'
      | 'export-elsewhere'
      | 'request-in-progress'
      | 'range-unsatisfiable'
      | 'resolution-unfit'
      | 'status-word-unfit'
      | 'order-not-working'
      | 'order-part-filled'
      | 'order-number-unknown'
      | 'units-below-matched'
      | 'calendar-date-over'
      | 'calendar-session-unfit'
      | 'security-unknown'
      | 'time-in-force-unknown'
      | 'broker-code-foreign'
      | 'limit-exceeded'
      | 'last-price-unknown'
      | 'idempotency-key-reused'
      | 'version-stale'
      | 'budget-exhausted'
      | 'reconciler-busy'
      | 'exchange-unavailable'
      | 'storage-unavailable'
      | 'query-timeout'
      | 'rate-limited'
      | 'too-many-queued'
      | 'too-many-edits'
      | 'too-many-comments'
      | 'too-many-assignments'
      | 'too-many-streams'
      | 'too-many-exports'
      | 'overloaded'
      | 'console-not-built'
      | 'shutting-down'
      | 'internal';
    ProofAges: {
      working: components['schemas']['Whole'];
      withinMinute: components['schemas']['Whole'];
      oldestAt: components['schemas']['Instant'] | null;
    };
    ProposalId: string;
    ProposedDecision: {
      resolution: components['schemas']['Resolution'];
      reasonCode: components['schemas']['ReasonCode'];
      text: components['schemas']['Text'];
      orderNumber: components['schemas']['OrderNumber'] | null;
      orderId: components['schemas']['Id'] | null;
      terms: components['schemas']['AdoptedTerms'] | null;
      shown: components['schemas']['ExternalOrder'] | null;
      trade: components['schemas']['DisputedTrade'] | null;
      differences?: string[];
      break: components['schemas']['Id'];
      order: components['schemas']['Id'] | null;
    };
    ProvenDetails: {
      changes?: {
        [key: string]: unknown;
      };
      evidence: string;
      grade: string;
      word: string | null;
    } & {
      [key: string]: unknown;
    };
    ProvenEvent: {
      /** @constant */
      type: 'PROVEN';
      body: components['schemas']['ProvenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'PROVEN';
    });
    QuestionDetails: {
      name: string;
    } & {
      [key: string]: unknown;
    };
    QuestionFilters: {
      [key: string]: string;
    };
    /** @enum {string} */
    QuestionKind:
      'entries' | 'orders' | 'handled-orders' | 'unknown-outcomes' | 'overrides' | 'best-execution';
    QuestionRemovedEvent: {
      /** @constant */
      type: 'QUESTION_REMOVED';
      body: components['schemas']['QuestionDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'QUESTION_REMOVED';
    });
    QuestionSavedEvent: {
      /** @constant */
      type: 'QUESTION_SAVED';
      body: components['schemas']['QuestionDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'QUESTION_SAVED';
    });
    QuotesRecordedEvent: {
      /** @constant */
      type: 'QUOTES_RECORDED';
      body: components['schemas']['OpenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'QUOTES_RECORDED';
    });
    ReadAgainDetails: {
      filters: {
        [key: string]: unknown;
      };
      ofOneAccount: boolean;
      route: string | null;
      more: string[];
      times: components['schemas']['Whole'];
    } & {
      [key: string]: unknown;
    };
    ReadDetails: {
      filters: {
        [key: string]: unknown;
      };
      ofOneAccount: boolean;
      route: string | null;
      more: string[];
    } & {
      [key: string]: unknown;
    };
    Readiness: {
      /** @enum {string} */
      status: 'ready' | 'paused' | 'degraded' | 'not ready' | 'stopping';
      /** @enum {string} */
      database: 'up' | 'down';
      exchange: components['schemas']['ExchangeReadiness'] | null;
      problems: string[];
    };
    /** @enum {string} */
    ReasonCode:
      | 'KnownExternal'
      | 'ConfirmedByExchange'
      | 'VendorError'
      | 'Explained'
      | 'DuplicateBreak'
      | 'Other';
    ReasonDetails: {
      changes?: {
        [key: string]: unknown;
      };
      reason: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    ReasonMeaning: {
      code: components['schemas']['ReasonCode'];
      meaning: string;
      breakTypes: components['schemas']['BreakType'][];
    };
    ReceivedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      side: string;
      security: components['schemas']['Security'];
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
      id: components['schemas']['Id'];
      clientOrderId: string;
      orderRef: string;
      client: string;
    } & {
      [key: string]: unknown;
    };
    Recheck: {
      callId: components['schemas']['Id'];
      askedAt: components['schemas']['Instant'];
      answeredAt: components['schemas']['Instant'];
      said: string;
    };
    RecheckedBreak: {
      id: components['schemas']['Id'];
      type: components['schemas']['BreakType'];
      kind: string | null;
      severity: components['schemas']['Severity'];
      status: components['schemas']['BreakStatus'];
      orderId: components['schemas']['Id'] | null;
      orderNumber: components['schemas']['OrderNumber'] | null;
      detail: string;
      openedAt: components['schemas']['Instant'];
      seenAt: components['schemas']['Instant'];
      closedAt: components['schemas']['Instant'] | null;
      outcome: components['schemas']['Text'] | null;
      version: components['schemas']['Whole'];
      assignee: components['schemas']['PersonName'] | null;
      dueAt: components['schemas']['Instant'];
      overdue: boolean;
      reasonCode: string | null;
      resolution: string | null;
      closedBy: components['schemas']['ActorName'] | null;
      shown: components['schemas']['ExternalOrder'] | null;
      trade: components['schemas']['DisputedTrade'] | null;
      traded: components['schemas']['ExternalOrderTrades'][];
      candidates: components['schemas']['OrderNumber'][];
      mayBeOf: components['schemas']['Id'][];
      comments: components['schemas']['Comment'][];
      assignments: components['schemas']['Assignment'][];
      approvals: components['schemas']['Approval'][];
      wasCandidateOf: components['schemas']['FormerCandidacy'][];
      recheck: components['schemas']['Recheck'];
    };
    RecordedQuote: {
      bid: components['schemas']['Price'] | null;
      bidVolume: components['schemas']['Units'] | null;
      offer: components['schemas']['Price'] | null;
      offerVolume: components['schemas']['Units'] | null;
      lastPrice: components['schemas']['Price'] | null;
      highestPrice: components['schemas']['Price'] | null;
      lowestPrice: components['schemas']['Price'] | null;
      averagePrice: components['schemas']['Price'] | null;
      totalVolume: components['schemas']['Units'] | null;
      at: components['schemas']['Instant'];
    };
    Reopened: {
      revision: components['schemas']['Whole'];
      reportHash: components['schemas']['MaskableSha256'];
      signedBy: components['schemas']['ActorName'][];
      closedAt: components['schemas']['Instant'];
      previousHash: components['schemas']['MaskableSha256'];
      hash: components['schemas']['MaskableSha256'];
    };
    RequestCounts: {
      Queued: components['schemas']['Whole'];
      Sent: components['schemas']['Whole'];
      Unknown: components['schemas']['Whole'];
    };
    /** @enum {string} */
    RequestKind: 'Cancel' | 'Post' | 'Edit';
    /** @enum {string} */
    RequestState: 'Queued' | 'Sent' | 'Acknowledged' | 'Refused' | 'Unknown' | 'Withdrawn';
    /** @enum {string} */
    Resolution:
      | 'close'
      | 'link-number'
      | 'number-is-right'
      | 'price-is-right'
      | 'not-at-exchange'
      | 'took-effect'
      | 'had-no-effect'
      | 'was-cancelled'
      | 'has-expired'
      | 'was-filled'
      | 'as-shown'
      | 'accept'
      | 'adopt'
      | 'link';
    ResolvedBreak: {
      id: components['schemas']['Id'];
      type: string;
      severity: string;
      orderId: components['schemas']['Id'] | null;
      orderNumber: components['schemas']['OrderNumber'] | null;
      openedAt: components['schemas']['Instant'];
      closedAt: components['schemas']['Instant'];
      closedBy: components['schemas']['ActorName'] | null;
      outcome: components['schemas']['Text'] | null;
    };
    Restore: {
      sequence: components['schemas']['Whole'];
      lastSequence: components['schemas']['Whole'];
      forgottenSequence: components['schemas']['Whole'];
    };
    RestoredDetails: {
      lastSequence: components['schemas']['Whole'];
      forgottenSequence: components['schemas']['Whole'];
    } & {
      [key: string]: unknown;
    };
    ResumedDetails: {
      reason: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    /** @enum {string} */
    Role: 'viewer' | 'dealer' | 'operations' | 'operations-lead' | 'compliance' | 'administrator';
    Run: {
      id: components['schemas']['Id'];
      cause: string;
      scope: components['schemas']['RunScope'] | null;
      dryRun: boolean;
      startedAt: components['schemas']['Instant'];
      finishedAt: components['schemas']['Instant'];
      tradingDate: components['schemas']['LagosDate'];
      calls: components['schemas']['Whole'];
      answered: components['schemas']['Whole'];
      orders: components['schemas']['Whole'];
      changed: components['schemas']['Whole'];
      fills: components['schemas']['Whole'];
      opened: components['schemas']['Whole'] | null;
      closed: components['schemas']['Whole'] | null;
      asked: components['schemas']['Asked'][];
      cutOffs: components['schemas']['CutOffs'] | null;
      coveredAt: components['schemas']['Instant'] | null;
      listedAt: components['schemas']['Instant'] | null;
      preview: components['schemas']['Json'];
    };
    RunAskedDetails: {
      over: string;
      dryRun: boolean;
    } & {
      [key: string]: unknown;
    };
    RunAskedEvent: {
      /** @constant */
      type: 'RUN_ASKED';
      body: components['schemas']['RunAskedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'RUN_ASKED';
    });
    RunPage: {
      data: components['schemas']['Run'][];
      page: components['schemas']['PagePlace'];
    };
    RunScope:
      | components['schemas']['AttributeScope']
      | {
          orderIds: string[];
        };
    RunsRemovedEvent: {
      /** @constant */
      type: 'RUNS_REMOVED';
      body: components['schemas']['OpenDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'RUNS_REMOVED';
    });
    SavedQuestion: {
      name: components['schemas']['Text'];
      kind: components['schemas']['QuestionKind'];
      filters: components['schemas']['QuestionFilters'];
      href: string;
      changedBy: components['schemas']['ActorName'];
      changedAt: components['schemas']['Instant'];
    };
    SavedQuestionPage: {
      data: components['schemas']['SavedQuestion'][];
      page: components['schemas']['PagePlace'];
    };
    SchemaDrift: {
      id: string;
      endpoint: string;
      httpStatus: number;
      deviation: string;
      seen: components['schemas']['Whole'];
      firstSeenAt: components['schemas']['Instant'];
      lastSeenAt: components['schemas']['Instant'];
      firstCallId: components['schemas']['Id'];
      sample: string;
    };
    SchemaDriftPage: {
      data: components['schemas']['SchemaDrift'][];
      page: components['schemas']['PagePlace'];
    };
    /** @enum {string} */
    Scope:
      | 'orders:read'
      | 'orders:write'
      | 'market:read'
      | 'exchange:read'
      | 'recon:read'
      | 'recon:write'
      | 'recon:approve'
      | 'audit:read'
      | 'audit:export'
      | 'ops:read'
      | 'ops:write'
      | 'admin';
    ScopeReport: {
      scope: string;
      /** @enum {string} */
      state: 'Working' | 'Refused' | 'Failing';
      since: components['schemas']['Instant'] | null;
      answeredAt: components['schemas']['Instant'] | null;
      failure: string | null;
    };
    SearchedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      callId?: components['schemas']['Id'];
      httpStatus?: number | null;
      replyDigest?: string | null;
      request: components['schemas']['Id'];
      units: components['schemas']['Units'] | null;
      price: components['schemas']['Price'] | null;
      epoch: components['schemas']['Whole'];
      reason?: string | null;
      found: string | null;
    } & {
      [key: string]: unknown;
    };
    Security: string;
    ServiceStartedEvent: {
      /** @constant */
      type: 'SERVICE_STARTED';
      body: components['schemas']['StartedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'SERVICE_STARTED';
    });
    ServiceStoppedEvent: {
      /** @constant */
      type: 'SERVICE_STOPPED';
      body: components['schemas']['StoppedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'SERVICE_STOPPED';
    });
    Session: {
      person: {
        id: components['schemas']['Id'] | null;
        name: components['schemas']['PersonName'];
        email: string | null;
        roles: string[];
      };
      scopes: components['schemas']['Scope'][];
      accounts: components['schemas']['BoundAccounts'];
      masksClients: boolean;
      csrfToken: string;
      /** @enum {string} */
      environment: 'test' | 'live';
      firm: string;
      startedAt: components['schemas']['Instant'];
      idleUntil: components['schemas']['Instant'];
      endsAt: components['schemas']['Instant'];
    };
    SessionDetails: {
      session: components['schemas']['Id'];
    } & {
      [key: string]: unknown;
    };
    /** @enum {string} */
    Severity: 'Low' | 'Medium' | 'High' | 'Critical';
    Sha256: string;
    /** @enum {string} */
    Side: 'BUY' | 'SELL';
    SignInOptions: {
      keys: boolean;
      identityProvider: {
        name: string;
      } | null;
    };
    SignOff: {
      signedBy: components['schemas']['ActorName'];
      signedAt: components['schemas']['Instant'];
      text: components['schemas']['Text'] | null;
    };
    Signature: {
      signedBy: components['schemas']['ActorName'];
      signedAt: components['schemas']['Instant'];
      text: components['schemas']['Text'] | null;
      revision: components['schemas']['Whole'];
      reportHash: components['schemas']['MaskableSha256'];
    };
    SignedCheckpoint: {
      size: components['schemas']['Whole'];
      root: components['schemas']['Sha256'];
      at: components['schemas']['Instant'];
      note: string;
    };
    SignedCheckpointPage: {
      data: components['schemas']['SignedCheckpoint'][];
      page: components['schemas']['PagePlace'];
    };
    SignedInEvent: {
      /** @constant */
      type: 'SIGNED_IN';
      body: components['schemas']['SessionDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'SIGNED_IN';
    });
    SignedOutEvent: {
      /** @constant */
      type: 'SIGNED_OUT';
      body: components['schemas']['SessionDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'SIGNED_OUT';
    });
    SigningKeyCreatedEvent: {
      /** @constant */
      type: 'SIGNING_KEY_CREATED';
      body: components['schemas']['SigningKeyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'SIGNING_KEY_CREATED';
    });
    SigningKeyDetails: {
      verifierKey: string;
    } & {
      [key: string]: unknown;
    };
    SigningKeyRotatedEvent: {
      /** @constant */
      type: 'SIGNING_KEY_ROTATED';
      body: components['schemas']['SigningKeyDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'SIGNING_KEY_ROTATED';
    });
    StartedDetails: {
      instance: string;
      version: string;
      configDigest: components['schemas']['MaskableSha256'];
    } & {
      [key: string]: unknown;
    };
    StatusChangedDetails: {
      changes?: {
        [key: string]: unknown;
      };
      callId?: components['schemas']['Id'];
      httpStatus?: number | null;
      replyDigest?: string | null;
      from: string;
      to: string;
      evidence: string;
      grade: string | null;
      word: string | null;
    } & {
      [key: string]: unknown;
    };
    StatusChangedEvent: {
      /** @constant */
      type: 'STATUS_CHANGED';
      body: components['schemas']['StatusChangedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'STATUS_CHANGED';
    });
    StatusMappings: {
      version: components['schemas']['Whole'];
      state: string;
      words: components['schemas']['MappedWord'][];
      reason: components['schemas']['Text'] | null;
      payloadHash: components['schemas']['Sha256'] | null;
      proposedBy: components['schemas']['ActorName'] | null;
      proposedOnBehalfOf: components['schemas']['PersonName'] | null;
      proposedAt: components['schemas']['Instant'] | null;
      expiresAt: components['schemas']['Instant'] | null;
      decidedBy: components['schemas']['ActorName'] | null;
      decidedAt: components['schemas']['Instant'] | null;
      decision: components['schemas']['Text'] | null;
    };
    StatusMappingsNow: {
      inForce: components['schemas']['StatusMappings'];
      pending: components['schemas']['StatusMappings'] | null;
    };
    StatusMappingsPage: {
      data: components['schemas']['StatusMappings'][];
      page: components['schemas']['PagePlace'];
    };
    StatusWordsApprovedEvent: {
      /** @constant */
      type: 'STATUS_WORDS_APPROVED';
      body: components['schemas']['StatusWordsDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'STATUS_WORDS_APPROVED';
    });
    StatusWordsDetails: {
      version: components['schemas']['Whole'];
    } & {
      [key: string]: unknown;
    };
    StatusWordsExpiredEvent: {
      /** @constant */
      type: 'STATUS_WORDS_EXPIRED';
      body: components['schemas']['StatusWordsDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'STATUS_WORDS_EXPIRED';
    });
    StatusWordsProposedEvent: {
      /** @constant */
      type: 'STATUS_WORDS_PROPOSED';
      body: components['schemas']['StatusWordsDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'STATUS_WORDS_PROPOSED';
    });
    StatusWordsRejectedEvent: {
      /** @constant */
      type: 'STATUS_WORDS_REJECTED';
      body: components['schemas']['StatusWordsDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'STATUS_WORDS_REJECTED';
    });
    StoppedDetails: {
      instance: string;
      reason: string;
    } & {
      [key: string]: unknown;
    };
    TermsChangedEvent: {
      /** @constant */
      type: 'TERMS_CHANGED';
      body: components['schemas']['NewTermsDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'TERMS_CHANGED';
    });
    Text: string;
    TimesDetails: {
      times: components['schemas']['Whole'];
    } & {
      [key: string]: unknown;
    };
    TradeDifference: {
      tradeDate: components['schemas']['LagosDate'];
      matchingId: components['schemas']['MatchingId'];
      orderNumber: components['schemas']['OrderNumber'];
      side: string;
      shownFor: components['schemas']['LagosDate'];
      booked: components['schemas']['TradeTerms'];
      shown: components['schemas']['TradeTerms'] | null;
    };
    TradeTerms: {
      units: components['schemas']['Units'];
      price: components['schemas']['Price'];
    };
    Traded: {
      executions: number;
      units: string;
      value: components['schemas']['Money'];
    };
    TradingDaysReadEvent: {
      /** @constant */
      type: 'TRADING_DAYS_READ';
      body: components['schemas']['DaysReadDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'TRADING_DAYS_READ';
    });
    TrailNames: {
      by: string[];
      types: components['schemas']['EntryType'][];
    };
    TrailProblem: {
      sequence: components['schemas']['Whole'] | null;
      what: string;
    };
    TrailVerifiedAgainEvent: {
      /** @constant */
      type: 'TRAIL_VERIFIED_AGAIN';
      body: components['schemas']['TimesDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'TRAIL_VERIFIED_AGAIN';
    });
    TrailVerifiedEvent: {
      /** @constant */
      type: 'TRAIL_VERIFIED';
      body: components['schemas']['VerifiedDetails'];
    } & (components['schemas']['EventFields'] & {
      /**
       * @description discriminator enum property added by openapi-typescript
       * @enum {string}
       */
      type: 'TRAIL_VERIFIED';
    });
    UnbookedTrade: {
      tradeDate: components['schemas']['LagosDate'];
      matchingId: components['schemas']['MatchingId'];
      orderNumber: components['schemas']['OrderNumber'];
      side: string;
      shownFor: components['schemas']['LagosDate'];
      booked: null;
      shown: components['schemas']['TradeTerms'];
      isUnclear?: boolean;
    };
    Units: string;
    UnknownOutcomeOfOrder: {
      sequence: components['schemas']['Whole'];
      orderId: components['schemas']['Id'];
      request: components['schemas']['Id'];
      kind: components['schemas']['RequestKind'];
      reason: components['schemas']['Text'] | null;
      since: components['schemas']['Instant'];
      until: components['schemas']['Instant'] | null;
      seconds: number;
      outcome: components['schemas']['EndingFact'] | null;
      found: components['schemas']['Text'] | null;
      decidedBy: components['schemas']['ActorName'] | null;
      proposedBy: components['schemas']['ActorName'] | null;
      endSequence: components['schemas']['Whole'] | null;
      order: components['schemas']['AuditedOrder'] | null;
    };
    UnknownOutcomeOfOrderPage: {
      data: components['schemas']['UnknownOutcomeOfOrder'][];
      page: components['schemas']['PagePlace'];
    };
    UnresolvedBreak: {
      id: components['schemas']['Id'];
      type: string;
      severity: string;
      assignee: components['schemas']['PersonName'] | null;
      orderId: components['schemas']['Id'] | null;
      orderNumber: components['schemas']['OrderNumber'] | null;
    };
    Verification: {
      valid: boolean;
      entries: components['schemas']['Whole'];
      firstBadSequence: components['schemas']['Whole'] | null;
      problems: components['schemas']['TrailProblem'][];
      restores: components['schemas']['Restore'][];
      checkpointsCompared: components['schemas']['Whole'];
      signedEntries: components['schemas']['Whole'];
      mode: components['schemas']['VerificationMode'];
      from: components['schemas']['Whole'];
      lastFullAt: components['schemas']['Instant'] | null;
      checkpoint: components['schemas']['Checkpoint'] | null;
    };
    /** @enum {string} */
    VerificationMode: 'full' | 'since';
    VerifiedDetails: {
      mode: string;
      valid: boolean;
      firstBadSequence: components['schemas']['Whole'] | null;
    } & {
      [key: string]: unknown;
    };
    Whole: number;
    WholeBreak: {
      id: components['schemas']['Id'];
      type: components['schemas']['BreakType'];
      kind: string | null;
      severity: components['schemas']['Severity'];
      status: components['schemas']['BreakStatus'];
      orderId: components['schemas']['Id'] | null;
      orderNumber: components['schemas']['OrderNumber'] | null;
      detail: string;
      openedAt: components['schemas']['Instant'];
      seenAt: components['schemas']['Instant'];
      closedAt: components['schemas']['Instant'] | null;
      outcome: components['schemas']['Text'] | null;
      version: components['schemas']['Whole'];
      assignee: components['schemas']['PersonName'] | null;
      dueAt: components['schemas']['Instant'];
      overdue: boolean;
      reasonCode: string | null;
      resolution: string | null;
      closedBy: components['schemas']['ActorName'] | null;
      shown: components['schemas']['ExternalOrder'] | null;
      trade: components['schemas']['DisputedTrade'] | null;
      traded: components['schemas']['ExternalOrderTrades'][];
      candidates: components['schemas']['OrderNumber'][];
      mayBeOf: components['schemas']['Id'][];
      comments: components['schemas']['Comment'][];
      assignments: components['schemas']['Assignment'][];
      approvals: components['schemas']['Approval'][];
      wasCandidateOf: components['schemas']['FormerCandidacy'][];
    };
    WhyDetails: {
      changes?: {
        [key: string]: unknown;
      };
      why: components['schemas']['Text'];
    } & {
      [key: string]: unknown;
    };
    SectorsAnswer: {
      data: {
        sector: string | null;
        companyCount: number | null;
        other?: {
          [key: string]: unknown;
        };
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
        total?: number;
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    SectorCompaniesAnswer: {
      data: {
        symbol: string | null;
        name: string | null;
        isin: string | null;
        status: string | null;
        instrumentType: string | null;
        category: string | null;
        sector: string | null;
        subsector: string | null;
        logo: string | null;
        other?: {
          [key: string]: unknown;
        };
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
        total?: number;
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    CompaniesAnswer: {
      data: {
        symbol: string | null;
        name: string | null;
        isin: string | null;
        status: string | null;
        instrumentType: string | null;
        category: string | null;
        sector: string | null;
        subsector: string | null;
        logo: string | null;
        marketCap: string | null;
        nominalValue: string | null;
        nasdPrice: string | null;
        secRegistered: boolean | null;
        other?: {
          [key: string]: unknown;
        };
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
        total?: number;
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    CompanyAnswer: {
      data: {
        symbol: string | null;
        name: string | null;
        isin: string | null;
        status: string | null;
        instrumentType: string | null;
        category: string | null;
        sector: string | null;
        subsector: string | null;
        logo: string | null;
        marketCap: string | null;
        nominalValue: string | null;
        nasdPrice: string | null;
        secRegistered: boolean | null;
        numberOfShareholders: string | null;
        registrar: string | null;
        websiteUri: string | null;
        boardMembers: unknown[] | null;
        other?: {
          [key: string]: unknown;
        };
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    CompanyDataAnswer: {
      data: {
        symbol: string | null;
        sharesInIssue: string | null;
        currentPrice: string | null;
        highestPrice: string | null;
        lowestPrice: string | null;
        openingPrice: string | null;
        closingPrice: string | null;
        averagePrice: string | null;
        bid: string | null;
        offer: string | null;
        totalVolume: string | null;
        other?: {
          [key: string]: unknown;
        };
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    CompaniesDataAnswer: {
      data: {
        symbol: string | null;
        sharesInIssue: string | null;
        currentPrice: string | null;
        highestPrice: string | null;
        lowestPrice: string | null;
        openingPrice: string | null;
        closingPrice: string | null;
        averagePrice: string | null;
        bid: string | null;
        offer: string | null;
        totalVolume: string | null;
        bestBidVolume: string | null;
        volumeAsk: string | null;
        lastMatched: string | null;
        lastVolume: string | null;
        other?: {
          [key: string]: unknown;
        };
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
        total?: number;
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    OrderBookAnswer: {
      data: {
        symbol: string | null;
        timestamp: string | null;
        status: string | null;
        orderBook: {
          asks:
            | {
                price: string | null;
                units: string | null;
                orders: number | null;
              }[]
            | null;
          bids:
            | {
                price: string | null;
                units: string | null;
                orders: number | null;
              }[]
            | null;
        } | null;
        other?: {
          [key: string]: unknown;
        };
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    QuoteAnswer: {
      data: {
        symbol: string | null;
        securityName: string | null;
        lastPrice: string | null;
        change: string | null;
        percentageChange: string | null;
        open: string | null;
        high: string | null;
        low: string | null;
        volume: string | null;
        turnoverValue: string | null;
        marketCapitalization: string | null;
        fiftyTwoWeekHigh: string | null;
        fiftyTwoWeekLow: string | null;
        averageThirtyDayVolume: string | null;
        lastTradeTime: {
          date: string | null;
          time: string | null;
        } | null;
        sector: string | null;
        subsector: string | null;
        other?: {
          [key: string]: unknown;
        };
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    SnapshotAnswer: {
      data: {
        current: {
          date: string | null;
        } | null;
        previous: {
          date: string | null;
        } | null;
        metrics: {
          securitiesIndex: {
            current: string | null;
            previous: string | null;
            variance: string | null;
            percentChange: string | null;
          } | null;
          pensionIndex: {
            current: string | null;
            previous: string | null;
            variance: string | null;
            percentChange: string | null;
          } | null;
          capitalisation: {
            current: string | null;
            previous: string | null;
            variance: string | null;
            percentChange: string | null;
          } | null;
          volume: {
            current: string | null;
            previous: string | null;
            variance: string | null;
            percentChange: string | null;
          } | null;
          value: {
            current: string | null;
            previous: string | null;
            variance: string | null;
            percentChange: string | null;
          } | null;
          deals: {
            current: string | null;
            previous: string | null;
            variance: string | null;
            percentChange: string | null;
          } | null;
        } | null;
        other?: {
          [key: string]: unknown;
        };
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    SnapshotSummaryAnswer: {
      data: {
        range: {
          from: string | null;
          to: string | null;
        } | null;
        summary: {
          tradingDays: number | null;
          securitiesIndex: {
            open: string | null;
            close: string | null;
            percentChange: string | null;
          } | null;
          pensionIndex: {
            open: string | null;
            close: string | null;
            percentChange: string | null;
          } | null;
          capitalisation: {
            open: string | null;
            close: string | null;
            percentChange: string | null;
          } | null;
          volume: {
            total: string | null;
          } | null;
          value: {
            total: string | null;
          } | null;
          deals: {
            total: string | null;
          } | null;
        } | null;
        other?: {
          [key: string]: unknown;
        };
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    VwapAnswer: {
      data: {
        date: string | null;
        symbol: string | null;
        count: string | null;
        open: string | null;
        close: string | null;
        high: string | null;
        low: string | null;
        volume: string | null;
        value: string | null;
        bid: string | null;
        ask: string | null;
        other?: {
          [key: string]: unknown;
        };
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
        total?: number;
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    CorporateActionsAnswer: {
      data: {
        type: string | null;
        securityCode: string | null;
        securityName: string | null;
        ratio: unknown;
        dividendAmount: string | null;
        paymentDate: string | null;
        qualificationDate: string | null;
        closureOfRegisterDate: string | null;
        agmDate: string | null;
        registrar: string | null;
        year: number | null;
        documentUrl: string | null;
        other?: {
          [key: string]: unknown;
        };
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
        total?: number;
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    DisclosuresAnswer: {
      data: {
        type: string | null;
        companyName: string | null;
        securityCode: string | null;
        title: string | null;
        effectiveDate: string | null;
        documentUrl: string | null;
        week: number | null;
        year: number | null;
        other?: {
          [key: string]: unknown;
        };
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
        total?: number;
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live' | 'cache' | 'stale';
      odd?: string[];
    };
    ExchangeOrderAnswer: {
      data: {
        orderNumber: string | null;
        security: string | null;
        side: string | null;
        units: string | null;
        status: string | null;
        matchedUnits: string | null;
        pendingUnits: string | null;
        basePrice: string | null;
        raw: {
          [key: string]: unknown;
        };
        odd?: string[];
      };
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live';
      callId: string;
    };
    BrokerOrdersAnswer: {
      data: {
        orderNumber: string | null;
        security: string | null;
        side: string | null;
        units: string | null;
        status: string | null;
        brokerCode: string | null;
        raw: {
          [key: string]: unknown;
        };
        odd?: string[];
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
      };
      total: number;
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live';
      callId: string;
    };
    AccountOrdersAnswer: {
      data: {
        orderNumber: string | null;
        security: string | null;
        side: string | null;
        units: string | null;
        status: string | null;
        raw: {
          [key: string]: unknown;
        };
        odd?: string[];
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
      };
      total: number;
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live';
      callId: string;
    };
    TradesAnswer: {
      data: {
        tradeDate: string | null;
        security: string | null;
        timeInForce: string | null;
        brokerCode: string | null;
        price: string | null;
        orderNumber: string | null;
        units: string | null;
        matchedUnits: string | null;
        pendingUnits: string | null;
        matchingId: string | null;
        clientName: string | null;
        accountNumber: string | null;
        side: string | null;
        raw: {
          [key: string]: unknown;
        };
        odd?: string[];
      }[];
      page: {
        limit: number;
        nextCursor: string | null;
        hasMore: boolean;
      };
      total: number;
      /** Format: date-time */
      asOf: string;
      /** @enum {string} */
      source: 'live';
      callId: string;
    };
    CreateApiKeyBody: {
      name?: string;
      personId?: string;
      scopes?: (
        | 'orders:read'
        | 'orders:write'
        | 'market:read'
        | 'exchange:read'
        | 'recon:read'
        | 'recon:write'
        | 'recon:approve'
        | 'audit:read'
        | 'audit:export'
        | 'ops:read'
        | 'ops:write'
        | 'admin'
      )[];
      accounts?: string[];
      /** @default false */
      delegates: boolean;
      expiresAt?: string;
    };
    SetExpiryBody: {
      expiresAt: string | null;
    };
    RotateBody: {
      previousSecretUntil?: string;
    };
    CreatePersonBody: {
      name: string;
      /** @default null */
      email: string | null;
      roles: (
        'viewer' | 'dealer' | 'operations' | 'operations-lead' | 'compliance' | 'administrator'
      )[];
    };
    ChangePersonBody: {
      email?: string | null;
      roles?: (
        'viewer' | 'dealer' | 'operations' | 'operations-lead' | 'compliance' | 'administrator'
      )[];
      disabled?: boolean;
      /** @enum {boolean} */
      signInLinked?: false;
    };
    SignInBody: {
      key: string;
    };
    DueTimesBody: {
      critical: number;
      high: number;
      medium: number;
      low: number;
    };
    BreakSettingsBody: {
      dueTimes: components['schemas']['DueTimesBody'];
    };
    CalendarDayBody: {
      /** @enum {string} */
      kind: 'Holiday' | 'HalfDay';
      session?: string | null;
      name: string;
    };
    SignOffBody: {
      reportHash: string;
      text?: string;
    };
    StatusMappingBody: {
      word: string;
      /** @enum {string} */
      meaning: 'Posted' | 'Open' | 'Amended' | 'Cancelled' | 'Nothing';
    };
    StatusMappingsBody: {
      words: components['schemas']['StatusMappingBody'][];
      reason: string;
    };
    DecideBody: {
      text?: string;
      payloadHash?: string;
    };
    ScopeBody: {
      accountNumber?: string;
      security?: string;
      orderIds?: string[];
    };
    RunBody: {
      scope?: components['schemas']['ScopeBody'] | null;
      /** @default false */
      dryRun: boolean;
    };
    VerificationBody: {
      /**
       * @default full
       * @enum {string}
       */
      mode: 'full' | 'since';
    };
    AuditExportBody: {
      /** @enum {string} */
      format: 'ndjson' | 'csv' | 'parquet' | 'zip';
      filters?: {
        [key: string]: string;
      };
    };
    QuestionBody: {
      /** @enum {string} */
      kind:
        | 'entries'
        | 'orders'
        | 'handled-orders'
        | 'unknown-outcomes'
        | 'overrides'
        | 'best-execution';
      filters: {
        [key: string]: string;
      };
    };
    HoldBody: {
      accountNumber?: string;
      orderId?: string;
      reason: string;
    };
    ReleaseBody: {
      reason: string;
    };
    UnmaskBody: {
      reason: string;
    };
    PostOrderBody: {
      clientOrderId: string;
      /** @enum {string} */
      side: 'BUY' | 'SELL';
      security: string;
      units: string;
      price: string;
      timeInForce: string;
      accountNumber: string;
      clientName: string;
      brokerCode?: string;
    };
    EditOrderBody: {
      units?: string;
      price?: string;
    };
    CancelOrderBody: {
      reason?: string;
    };
    LimitsBody: {
      orderValue?: string | null;
      orderUnits?: string | null;
      priceBand?: string | null;
    };
    BulkBody: {
      ids: string[];
      /** @enum {string} */
      act: 'assign' | 'close' | 'accept';
      assignee?: string | null;
      /** @enum {string} */
      reasonCode?:
        | 'KnownExternal'
        | 'ConfirmedByExchange'
        | 'VendorError'
        | 'Explained'
        | 'DuplicateBreak'
        | 'Other';
      text?: string;
    };
    AssignBody: {
      assignee: string | null;
    };
    CommentBody: {
      text: string;
    };
    ResolveBody: {
      /**
       * @default close
       * @enum {string}
       */
      resolution:
        | 'close'
        | 'link-number'
        | 'number-is-right'
        | 'price-is-right'
        | 'not-at-exchange'
        | 'took-effect'
        | 'had-no-effect'
        | 'was-cancelled'
        | 'has-expired'
        | 'was-filled'
        | 'as-shown'
        | 'accept'
        | 'adopt'
        | 'link';
      /** @enum {string} */
      reasonCode:
        | 'KnownExternal'
        | 'ConfirmedByExchange'
        | 'VendorError'
        | 'Explained'
        | 'DuplicateBreak'
        | 'Other';
      text: string;
      orderNumber?: string;
      /** @default false */
      acceptDifferences: boolean;
      orderId?: string;
      accountNumber?: string;
      clientName?: string;
      price?: string;
      timeInForce?: string;
    };
    ReopenBody: {
      text: string;
    };
    PauseBody: {
      reason: string;
    };
    ResumeBody: {
      reason: string;
      withoutReconciliation?: boolean;
    };
  };
  responses: {
    Problem403: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'clients-masked'
            | 'delegation-not-allowed'
            | 'foreign-origin'
            | 'key-bound-to-accounts'
            | 'scope-missing';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem500: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'internal';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem400: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'malformed-request' | 'validation-failed';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem503: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'overloaded' | 'query-timeout' | 'shutting-down' | 'storage-unavailable';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem429: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'rate-limited';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem401: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Clear-Site-Data'?: string;
        'WWW-Authenticate'?: string;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'unauthenticated';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem413: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'body-too-large';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-2': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'clients-masked'
            | 'csrf-token-missing'
            | 'delegation-not-allowed'
            | 'foreign-origin'
            | 'key-bound-to-accounts'
            | 'scope-missing';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem409: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'last-administrator' | 'name-taken';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem400-2': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'malformed-body' | 'malformed-request' | 'validation-failed';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem415: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'unsupported-media-type';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-2': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'key-ended' | 'last-administrator';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem404: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'not-found';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-3': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'last-administrator';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-4': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'key-ended';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-5': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'name-taken';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-3': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'delegation-not-allowed' | 'foreign-origin';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-4': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'foreign-origin' | 'provider-required';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-5': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'csrf-token-missing' | 'delegation-not-allowed' | 'foreign-origin';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-6': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'foreign-origin';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem412: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'version-stale';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem503-2': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'budget-exhausted'
            | 'overloaded'
            | 'query-timeout'
            | 'shutting-down'
            | 'storage-unavailable';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem502: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'exchange-unavailable';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem404-2': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'not-found-at-exchange';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem404-3': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'not-found' | 'not-found-at-exchange';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem422: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'calendar-date-over' | 'calendar-session-unfit';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem422-2': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'calendar-date-over';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-7': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'clients-masked'
            | 'csrf-token-missing'
            | 'delegation-not-allowed'
            | 'foreign-origin'
            | 'key-bound-to-accounts'
            | 'person-required'
            | 'scope-missing'
            | 'second-person-needed';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-6': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'day-closed' | 'day-not-settled' | 'report-changed';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-7': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'approval-pending';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-8': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'clients-masked'
            | 'csrf-token-missing'
            | 'delegation-not-allowed'
            | 'foreign-origin'
            | 'key-bound-to-accounts'
            | 'person-required'
            | 'scope-missing';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem422-3': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'status-word-unfit';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-8': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'approval-decided' | 'approval-expired' | 'approval-stale';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem503-3': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'overloaded'
            | 'query-timeout'
            | 'reconciler-busy'
            | 'shutting-down'
            | 'storage-unavailable';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-9': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'checkpoint-impossible';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem429-2': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'rate-limited' | 'too-many-exports';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-10': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'proof-impossible';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem429-3': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'rate-limited' | 'too-many-streams';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-11': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'export-elsewhere' | 'export-unfinished';
        } & components['schemas']['ProblemBody'];
      };
    };
    Problem416: {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Content-Range'?: string;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'range-unsatisfiable';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-9': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'account-foreign'
            | 'clients-masked'
            | 'csrf-token-missing'
            | 'delegation-not-allowed'
            | 'foreign-origin'
            | 'key-bound-to-accounts'
            | 'scope-missing';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem422-4': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'broker-code-foreign'
            | 'idempotency-key-reused'
            | 'limit-exceeded'
            | 'security-unknown'
            | 'time-in-force-unknown';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem503-4': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'last-price-unknown'
            | 'overloaded'
            | 'query-timeout'
            | 'shutting-down'
            | 'storage-unavailable';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem429-4': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'rate-limited' | 'too-many-queued';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-12': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'request-in-progress';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem422-5': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'limit-exceeded' | 'units-below-matched';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-13': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'order-not-working' | 'order-number-unknown' | 'order-part-filled';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem429-5': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'rate-limited' | 'too-many-edits';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-14': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'order-not-working' | 'order-number-unknown';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-15': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'order-number-unknown';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-10': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'account-foreign'
            | 'clients-masked'
            | 'delegation-not-allowed'
            | 'foreign-origin'
            | 'key-bound-to-accounts'
            | 'scope-missing';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-16': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'break-closed';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem429-6': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'rate-limited' | 'too-many-assignments';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem429-7': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        'Retry-After'?: number;
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'rate-limited' | 'too-many-comments';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-17': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'approval-pending' | 'break-closed' | 'order-not-working' | 'order-number-unknown';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem422-6': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'resolution-unfit';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-18': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'break-open';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem409-19': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?: 'approval-decided' | 'approval-expired' | 'approval-stale' | 'break-closed';
        } & components['schemas']['ProblemBody'];
      };
    };
    'Problem403-11': {
      headers: {
        'X-Request-Id': components['headers']['X-Request-Id'];
        'RateLimit-Policy': components['headers']['RateLimit-Policy'];
        RateLimit: components['headers']['RateLimit'];
        [name: string]: unknown;
      };
      content: {
        'application/problem+json': {
          /** @enum {string} */
          code?:
            | 'clients-masked'
            | 'csrf-token-missing'
            | 'delegation-not-allowed'
            | 'foreign-origin'
            | 'key-bound-to-accounts'
            | 'person-required'
            | 'scope-missing'
            | 'withdrawal-not-own';
        } & components['schemas']['ProblemBody'];
      };
    };
  };
  parameters: {
    RequestId: string;
    OnBehalfOf: string;
    CsrfToken: string;
    Background: string;
  };
  requestBodies: never;
  headers: {
    'X-Request-Id': string;
    'RateLimit-Policy': string;
    RateLimit: string;
  };
  pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
  ApiKeys_list: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApiKeyPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  ApiKeys_create: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreateApiKeyBody'];
      };
    };
    responses: {
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedKey'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      409: components['responses']['Problem409'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  ApiKeys_revoke: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  ApiKeys_setExpiry: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SetExpiryBody'];
      };
    };
    responses: {
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-2'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  ApiKeys_rotate: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RotateBody'];
      };
    };
    responses: {
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['IssuedKey'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-4'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Persons_list: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['PersonPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Persons_create: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CreatePersonBody'];
      };
    };
    responses: {
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Person'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      409: components['responses']['Problem409-5'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Persons_get: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Person'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Persons_change: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ChangePersonBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Person'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-3'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Session_show: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Session_signIn: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignInBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Session'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-4'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Session_signOut: {
    parameters: {
      query?: {
        everywhere?: boolean;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Clear-Site-Data'?: string;
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-5'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Oidc_options: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignInOptions'];
        };
      };
      400: components['responses']['Problem400'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Oidc_start: {
    parameters: {
      query?: {
        returnTo?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      303: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Location?: string;
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Problem400'];
      403: components['responses']['Problem403-6'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Oidc_finish: {
    parameters: {
      query?: {
        error?: string;
        state?: string;
        code?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      303: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Location?: string;
          'Set-Cookie'?: string;
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Problem400'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  BreakSettings_get: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BreakSettings'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  BreakSettings_set: {
    parameters: {
      query?: never;
      header?: {
        'If-Match'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BreakSettingsBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BreakSettings'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      412: components['responses']['Problem412'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Market_sectors: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SectorsAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_companiesOfSector: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        sector: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SectorCompaniesAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_companies: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompaniesAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_company: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        symbol: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompanyAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_dataOfCompany: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        symbol: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompanyDataAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_dataOfCompanies: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CompaniesDataAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_orderBook: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        symbol: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrderBookAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_quote: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        symbol: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['QuoteAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_snapshotOfToday: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SnapshotAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_snapshotOfRange: {
    parameters: {
      query: {
        from: string;
        to: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SnapshotSummaryAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_vwap: {
    parameters: {
      query: {
        limit?: number;
        cursor?: string;
        from: string;
        to: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['VwapAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_actions: {
    parameters: {
      query?: {
        security?: string;
        limit?: number;
        cursor?: string;
        type?: 'dividend' | 'rights' | 'stock_split' | 'scheme_of_arrangement' | 'bonus';
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CorporateActionsAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Market_disclosures: {
    parameters: {
      query?: {
        security?: string;
        limit?: number;
        cursor?: string;
        type?:
          | 'market_news'
          | 'announcement'
          | 'corporate_disclosure'
          | 'annual_report'
          | 'event'
          | 'analyst_review'
          | 'weekly_summary'
          | 'daily_summary'
          | 'weekly_market_report'
          | 'video';
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Age?: string;
          'Cache-Control'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DisclosuresAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Exchange_order: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        orderNumber: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExchangeOrderAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Exchange_broker: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        code: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BrokerOrdersAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Exchange_account: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        number: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AccountOrdersAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Exchange_trades: {
    parameters: {
      query: {
        limit?: number;
        cursor?: string;
        date: string;
        status?: unknown;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TradesAnswer'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  TradingCalendar_list: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        from?: string;
        to?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CalendarDayPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  TradingCalendar_day: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        date: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CalendarDay'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  TradingCalendar_set: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        date: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CalendarDayBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CalendarDay'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      422: components['responses']['Problem422'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  TradingCalendar_remove: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        date: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      422: components['responses']['Problem422-2'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  TradingDays_days: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        from?: string;
        to?: string;
        status?: 'Unsettled' | 'Ready' | 'SignedOnce' | 'Closed' | 'Reopened';
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DaySummaryPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  TradingDays_day: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        date: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Day'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  TradingDays_report: {
    parameters: {
      query?: {
        format?: 'json' | 'csv' | 'html';
        table?:
          | 'lines'
          | 'totals'
          | 'external'
          | 'explanations'
          | 'gaps'
          | 'orders'
          | 'breaks'
          | 'service'
          | 'unsettled'
          | 'status'
          | 'signatures'
          | 'certificates';
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        date: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['DayReport'];
          'text/csv': string;
          'text/html': string;
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  TradingDays_signOff: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        date: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['SignOffBody'];
      };
    };
    responses: {
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Day'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-7'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-6'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  StatusMappings_now: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusMappingsNow'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  StatusMappings_propose: {
    parameters: {
      query?: never;
      header?: {
        'If-Match'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['StatusMappingsBody'];
      };
    };
    responses: {
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusMappingsNow'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-8'];
      409: components['responses']['Problem409-7'];
      412: components['responses']['Problem412'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      422: components['responses']['Problem422-3'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  StatusMappings_versions: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusMappingsPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  StatusMappings_approve: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        version: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusMappingsNow'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-7'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-8'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  StatusMappings_reject: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        version: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['StatusMappingsNow'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-8'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-8'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Reconciliation_runs: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RunPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Reconciliation_run: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['RunBody'];
      };
    };
    responses: {
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Run'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503-3'];
    };
  };
  Reconciliation_one: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Run'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Audit_events: {
    parameters: {
      query?: {
        orderId?: string;
        orderRef?: string;
        orderNumber?: string;
        accountNumber?: string;
        security?: string;
        tradingDate?: string;
        actor?: string;
        by?: string;
        onBehalfOf?: string;
        type?: string;
        from?: string;
        to?: string;
        requestId?: string;
        afterSequence?: number;
        limit?: number;
        cursor?: string;
        order?: 'asc' | 'desc';
        withOrder?: boolean;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditedEventPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Audit_names: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['TrailNames'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Audit_export: {
    parameters: {
      query?: {
        orderId?: string;
        orderRef?: string;
        orderNumber?: string;
        accountNumber?: string;
        security?: string;
        tradingDate?: string;
        actor?: string;
        by?: string;
        onBehalfOf?: string;
        type?: string;
        from?: string;
        to?: string;
        requestId?: string;
        afterSequence?: number;
        format?: 'ndjson' | 'csv' | 'parquet' | 'zip';
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
          'text/csv': string;
          'application/vnd.apache.parquet': string;
          'application/zip': string;
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      409: components['responses']['Problem409-9'];
      429: components['responses']['Problem429-2'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Audit_checkpoints: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CheckpointPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Audit_signedCheckpoints: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedCheckpointPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Audit_sign: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SignedCheckpoint'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      409: components['responses']['Problem409-9'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Audit_proof: {
    parameters: {
      query?: {
        sequence?: number;
        size?: number;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditProof'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-10'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Audit_verify: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['VerificationBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Verification'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Stream_stream: {
    parameters: {
      query?: {
        orderId?: string;
        accountNumber?: string;
        types?: string;
        after?: number;
      };
      header?: {
        'Last-Event-ID'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'text/event-stream': string;
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429-3'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  AuditExports_list: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditExportPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  AuditExports_ask: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AuditExportBody'];
      };
    };
    responses: {
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditExport'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429-2'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  AuditExports_show: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditExport'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  AuditExports_remove: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  AuditExports_file: {
    parameters: {
      query?: never;
      header?: {
        Range?: string;
        'If-Range'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition'?: string;
          ETag?: string;
          'Accept-Ranges'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
          'text/csv': string;
          'application/vnd.apache.parquet': string;
          'application/zip': string;
        };
      };
      206: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition'?: string;
          ETag?: string;
          'Accept-Ranges'?: string;
          'Content-Range'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/x-ndjson': string;
          'text/csv': string;
          'application/vnd.apache.parquet': string;
          'application/zip': string;
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-11'];
      416: components['responses']['Problem416'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  AuditQuestions_unknownOutcomes: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        accountNumber?: string;
        orderId?: string;
        from?: string;
        to?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['UnknownOutcomeOfOrderPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  AuditReports_overrides: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        accountNumber?: string;
        orderId?: string;
        by?: string;
        from?: string;
        to?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['AuditedEventPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  AuditQuestions_handledOrders: {
    parameters: {
      query: {
        limit?: number;
        cursor?: string;
        accountNumber: string;
        from: string;
        to: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['HandledOrderPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  BestExecution_bestExecution: {
    parameters: {
      query: {
        limit?: number;
        cursor?: string;
        accountNumber?: string;
        security?: string;
        from: string;
        to: string;
        format?: 'json' | 'csv';
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          'Content-Disposition'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BestExecutionPage'];
          'text/csv': string;
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  SavedQuestions_list: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedQuestionPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  SavedQuestions_save: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['QuestionBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SavedQuestion'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  SavedQuestions_remove: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        name: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  LegalHolds_list: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        inForce?: boolean;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegalHoldPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  LegalHolds_place: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['HoldBody'];
      };
    };
    responses: {
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegalHold'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  LegalHolds_release: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReleaseBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['LegalHold'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderQueries_list: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        asOf?: string;
        status?:
          'New' | 'Posted' | 'Open' | 'Amended' | 'Filled' | 'Cancelled' | 'Rejected' | 'Expired';
        side?: 'BUY' | 'SELL';
        security?: string;
        accountNumber?: string;
        clientOrderId?: string;
        orderRef?: string;
        orderNumber?: string;
        orderNumberStartsWith?: string;
        tradingDate?: string;
        createdFrom?: string;
        createdTo?: string;
        pending?: 'Cancel' | 'Post' | 'Edit' | 'none';
        certain?: boolean;
        hasBreaks?: boolean;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrderPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderEntry_post: {
    parameters: {
      query?: never;
      header?: {
        Prefer?: string;
        'Idempotency-Key'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PostOrderBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          Location?: string;
          'Idempotency-Replayed'?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-9'];
      409: components['responses']['Problem409-12'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      422: components['responses']['Problem422-4'];
      429: components['responses']['Problem429-4'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503-4'];
    };
  };
  OrderQueries_get: {
    parameters: {
      query?: {
        asOf?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderEntry_edit: {
    parameters: {
      query?: never;
      header?: {
        Prefer?: string;
        'If-Match'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['EditOrderBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-13'];
      412: components['responses']['Problem412'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      422: components['responses']['Problem422-5'];
      429: components['responses']['Problem429-5'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503-4'];
    };
  };
  OrderQueries_events: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['EventPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderQueries_fills: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        reversed?: boolean;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FillPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderQueries_unmask: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['UnmaskBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Client'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderQueries_calls: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['CallPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Clients_clients: {
    parameters: {
      query: {
        limit?: number;
        cursor?: string;
        name: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['FoundClientPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderReport_report: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'text/html': string;
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderEntry_cancel: {
    parameters: {
      query?: never;
      header?: {
        Prefer?: string;
        'If-Match'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CancelOrderBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-14'];
      412: components['responses']['Problem412'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderEntry_enquire: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Order'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-15'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  OrderLimits_list: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrderLimitsPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderLimits_set: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        owners: 'keys' | 'accounts';
        owner: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['LimitsBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrderLimits'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderLimits_remove: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        owners: 'keys' | 'accounts';
        owner: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      204: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content?: never;
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  OrderTerms_get: {
    parameters: {
      query?: {
        accountNumber?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrderTerms'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-10'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  BreakBulk_bulk: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['BulkBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BulkResults'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-8'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_breaks: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        status?: 'Open' | 'Assigned' | 'AwaitingApproval' | 'Resolved' | 'AutoResolved';
        type?:
          | 'PostUnconfirmed'
          | 'EditUnconfirmed'
          | 'CancelUnconfirmed'
          | 'MissingAtExchange'
          | 'UnknownAtExchange'
          | 'StatusMismatch'
          | 'UnitsMismatch'
          | 'PriceMismatch'
          | 'IdentityMismatch'
          | 'FillMismatch'
          | 'OrphanTrade'
          | 'SourcesDisagree'
          | 'DuplicateSuspected'
          | 'OpenAfterClose'
          | 'NotSeen'
          | 'UnmappedValue';
        severity?: 'Low' | 'Medium' | 'High' | 'Critical';
        assignee?: string;
        orderId?: string;
        orderNumber?: string;
        open?: boolean;
        overdue?: boolean;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['BreakPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_break: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WholeBreak'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_assign: {
    parameters: {
      query?: never;
      header?: {
        'If-Match'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['AssignBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WholeBreak'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-16'];
      412: components['responses']['Problem412'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429-6'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_comment: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['CommentBody'];
      };
    };
    responses: {
      201: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WholeBreak'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429-7'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_resolve: {
    parameters: {
      query?: never;
      header?: {
        'If-Match'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResolveBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WholeBreak'];
        };
      };
      202: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          Location?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WholeBreak'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-8'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-17'];
      412: components['responses']['Problem412'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      422: components['responses']['Problem422-6'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_reopen: {
    parameters: {
      query?: never;
      header?: {
        'If-Match'?: string;
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ReopenBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['WholeBreak'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-18'];
      412: components['responses']['Problem412'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      422: components['responses']['Problem422-6'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_recheck: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          ETag?: string;
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['RecheckedBreak'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      404: components['responses']['Problem404-3'];
      409: components['responses']['Problem409-15'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      502: components['responses']['Problem502'];
      503: components['responses']['Problem503-2'];
    };
  };
  Breaks_candidates: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OrderCandidates'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_approvals: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        state?: 'Pending' | 'Approved' | 'Rejected' | 'Expired' | 'Stale' | 'Withdrawn';
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ApprovalPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_approval: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      404: components['responses']['Problem404'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_approve: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-7'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-19'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      422: components['responses']['Problem422-6'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_reject: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-8'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-8'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Breaks_withdraw: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path: {
        id: string;
      };
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['DecideBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Approval'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-11'];
      404: components['responses']['Problem404'];
      409: components['responses']['Problem409-8'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Ops_status: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['OpsStatus'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Ops_pause: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['PauseBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Desk'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Ops_resume: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-CSRF-Token'?: components['parameters']['CsrfToken'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody: {
      content: {
        'application/json': components['schemas']['ResumeBody'];
      };
    };
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Desk'];
        };
      };
      400: components['responses']['Problem400-2'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403-2'];
      413: components['responses']['Problem413'];
      415: components['responses']['Problem415'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Ops_shapes: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['SchemaDriftPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  ExchangeCalls_list: {
    parameters: {
      query?: {
        limit?: number;
        cursor?: string;
        endpoint?: string;
        lane?: 'cancel' | 'resolve' | 'trade' | 'reconcile' | 'ad-hoc' | 'market';
        failed?: boolean;
      };
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
        'On-Behalf-Of'?: components['parameters']['OnBehalfOf'];
        'X-Background'?: components['parameters']['Background'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['ExchangeCallPage'];
        };
      };
      400: components['responses']['Problem400'];
      401: components['responses']['Problem401'];
      403: components['responses']['Problem403'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Health_live: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Liveness'];
        };
      };
      400: components['responses']['Problem400'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
  Health_ready: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Readiness'];
        };
      };
      400: components['responses']['Problem400'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'application/json': components['schemas']['Readiness'];
        };
      };
    };
  };
  Health_prometheus: {
    parameters: {
      query?: never;
      header?: {
        'X-Request-Id'?: components['parameters']['RequestId'];
      };
      path?: never;
      cookie?: never;
    };
    requestBody?: never;
    responses: {
      200: {
        headers: {
          'X-Request-Id': components['headers']['X-Request-Id'];
          'RateLimit-Policy': components['headers']['RateLimit-Policy'];
          RateLimit: components['headers']['RateLimit'];
          [name: string]: unknown;
        };
        content: {
          'text/plain': string;
        };
      };
      400: components['responses']['Problem400'];
      429: components['responses']['Problem429'];
      500: components['responses']['Problem500'];
      503: components['responses']['Problem503'];
    };
  };
}
