export {};
//# sourceMappingURL=idempotency-upgrade.integration.spec.d.ts.map