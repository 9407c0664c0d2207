export {};
//# sourceMappingURL=api-key-secret.spec.d.ts.map