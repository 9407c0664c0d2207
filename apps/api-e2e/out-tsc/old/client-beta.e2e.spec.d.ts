export {};
//# sourceMappingURL=client-beta.e2e.spec.d.ts.map