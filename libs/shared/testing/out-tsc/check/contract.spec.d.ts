export {};
//# sourceMappingURL=contract.spec.d.ts.map