export {};
//# sourceMappingURL=check-server.spec.d.ts.map