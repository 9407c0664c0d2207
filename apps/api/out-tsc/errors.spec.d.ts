export {};
//# sourceMappingURL=errors.spec.d.ts.map