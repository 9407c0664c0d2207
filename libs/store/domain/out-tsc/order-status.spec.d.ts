export {};
//# sourceMappingURL=order-status.spec.d.ts.map