export {};
//# sourceMappingURL=update-pet.spec.d.ts.map