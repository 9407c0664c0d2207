export {};
//# sourceMappingURL=idempotency-keys.integration.spec.d.ts.map