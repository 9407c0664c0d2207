export {};
//# sourceMappingURL=client-changes.e2e.spec.d.ts.map