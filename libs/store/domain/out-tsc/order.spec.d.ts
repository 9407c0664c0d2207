export {};
//# sourceMappingURL=order.spec.d.ts.map