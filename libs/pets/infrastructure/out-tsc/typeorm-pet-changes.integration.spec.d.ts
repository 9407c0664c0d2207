export {};
//# sourceMappingURL=typeorm-pet-changes.integration.spec.d.ts.map