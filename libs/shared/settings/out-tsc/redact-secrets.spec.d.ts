export {};
//# sourceMappingURL=redact-secrets.spec.d.ts.map