export {};
//# sourceMappingURL=log.e2e.spec.d.ts.map