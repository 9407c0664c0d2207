export {};
//# sourceMappingURL=one-order.fault.spec.d.ts.map