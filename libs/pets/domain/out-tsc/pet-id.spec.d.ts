export {};
//# sourceMappingURL=pet-id.spec.d.ts.map