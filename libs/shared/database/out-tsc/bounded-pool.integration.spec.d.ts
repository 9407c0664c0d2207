export {};
//# sourceMappingURL=bounded-pool.integration.spec.d.ts.map