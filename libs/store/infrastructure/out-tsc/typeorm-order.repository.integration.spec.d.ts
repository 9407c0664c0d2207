export {};
//# sourceMappingURL=typeorm-order.repository.integration.spec.d.ts.map