export {};
//# sourceMappingURL=place-order.spec.d.ts.map