export {};
//# sourceMappingURL=bodies.spec.d.ts.map