export {};
//# sourceMappingURL=change-order.spec.d.ts.map