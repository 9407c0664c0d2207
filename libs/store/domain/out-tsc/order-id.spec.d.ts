export {};
//# sourceMappingURL=order-id.spec.d.ts.map