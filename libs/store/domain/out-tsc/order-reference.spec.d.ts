export {};
//# sourceMappingURL=order-reference.spec.d.ts.map