export {};
//# sourceMappingURL=list-orders.spec.d.ts.map