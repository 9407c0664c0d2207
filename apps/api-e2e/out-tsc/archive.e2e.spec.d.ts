export {};
//# sourceMappingURL=archive.e2e.spec.d.ts.map