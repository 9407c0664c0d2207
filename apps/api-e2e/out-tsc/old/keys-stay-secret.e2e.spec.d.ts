export {};
//# sourceMappingURL=keys-stay-secret.e2e.spec.d.ts.map