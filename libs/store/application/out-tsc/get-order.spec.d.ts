export {};
//# sourceMappingURL=get-order.spec.d.ts.map