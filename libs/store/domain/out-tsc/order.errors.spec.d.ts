export {};
//# sourceMappingURL=order.errors.spec.d.ts.map