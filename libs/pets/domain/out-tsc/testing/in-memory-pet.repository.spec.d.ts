export {};
//# sourceMappingURL=in-memory-pet.repository.spec.d.ts.map