export {};
//# sourceMappingURL=embedded-password.integration.spec.d.ts.map