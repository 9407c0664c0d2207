export {};
//# sourceMappingURL=keys-revoked.fault.spec.d.ts.map