export {};
//# sourceMappingURL=ordered-pet-id.spec.d.ts.map