export {};
//# sourceMappingURL=verify-key-invalid-keys.spec.d.ts.map