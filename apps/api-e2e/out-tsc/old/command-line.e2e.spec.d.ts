export {};
//# sourceMappingURL=command-line.e2e.spec.d.ts.map