export {};
//# sourceMappingURL=new-order.spec.d.ts.map