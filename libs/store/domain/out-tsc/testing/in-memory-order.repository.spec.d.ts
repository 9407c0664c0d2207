export {};
//# sourceMappingURL=in-memory-order.repository.spec.d.ts.map