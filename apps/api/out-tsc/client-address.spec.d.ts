export {};
//# sourceMappingURL=client-address.spec.d.ts.map