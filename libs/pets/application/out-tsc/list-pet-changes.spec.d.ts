export {};
//# sourceMappingURL=list-pet-changes.spec.d.ts.map