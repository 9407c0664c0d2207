export {};
//# sourceMappingURL=revoke-key.spec.d.ts.map