export {};
//# sourceMappingURL=orders.spec.d.ts.map