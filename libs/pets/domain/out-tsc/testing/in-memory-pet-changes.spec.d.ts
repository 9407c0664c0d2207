export {};
//# sourceMappingURL=in-memory-pet-changes.spec.d.ts.map