export {};
//# sourceMappingURL=access.errors.spec.d.ts.map