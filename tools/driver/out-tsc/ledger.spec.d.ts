export {};
//# sourceMappingURL=ledger.spec.d.ts.map