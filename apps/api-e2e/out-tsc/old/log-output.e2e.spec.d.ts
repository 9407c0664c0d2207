export {};
//# sourceMappingURL=log-output.e2e.spec.d.ts.map