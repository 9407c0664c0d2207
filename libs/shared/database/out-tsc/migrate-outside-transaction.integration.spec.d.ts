export {};
//# sourceMappingURL=migrate-outside-transaction.integration.spec.d.ts.map