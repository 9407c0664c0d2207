export {};
//# sourceMappingURL=create-pet.spec.d.ts.map