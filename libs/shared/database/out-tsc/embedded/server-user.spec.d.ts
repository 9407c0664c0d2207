export {};
//# sourceMappingURL=server-user.spec.d.ts.map