export {};
//# sourceMappingURL=pet-name.spec.d.ts.map