export {};
//# sourceMappingURL=order-ledger.spec.d.ts.map