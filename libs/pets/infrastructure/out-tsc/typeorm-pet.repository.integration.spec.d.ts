export {};
//# sourceMappingURL=typeorm-pet.repository.integration.spec.d.ts.map