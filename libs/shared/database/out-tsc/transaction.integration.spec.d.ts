export {};
//# sourceMappingURL=transaction.integration.spec.d.ts.map