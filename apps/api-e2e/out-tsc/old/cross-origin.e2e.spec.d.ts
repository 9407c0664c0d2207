export {};
//# sourceMappingURL=cross-origin.e2e.spec.d.ts.map