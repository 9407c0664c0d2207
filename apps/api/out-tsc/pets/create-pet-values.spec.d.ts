export {};
//# sourceMappingURL=create-pet-values.spec.d.ts.map